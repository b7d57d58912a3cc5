import { link, mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { DataFolder } from '../../../source/service/engine/webtorrent/disk/data-folder.ts';
import { PathGuard } from '../../../source/service/storage/path-guard.ts';
import { ServiceOwned } from '../../../source/service/storage/refused-path.ts';
import { makeFolder } from '../../fixtures/folder.ts';

let state: string;
let watch: string;
let data: string;
let guard: PathGuard;
const owned = new ServiceOwned('state folder').message;

beforeEach(async () => {
	const folder = await makeFolder();
	[state, watch, data] = [join(folder, 'state'), join(folder, 'watch'), join(folder, 'data')];
	for (const path of [state, watch, data]) await mkdir(path);
	await writeFile(join(state, 'queue.json'), 'old');
	await takeSnapshot();
});

/** Makes a guard that has a snapshot of the service's files. */
async function takeSnapshot(): Promise<void> {
	const none = { keyFile: null, settingsFile: null, logFile: null, commandFiles: [] };
	guard = new PathGuard({ ...none, stateFolder: state, watchFolders: [watch] });
	await open('first');
}

async function open(name: string): Promise<void> {
	const handle = await new DataFolder(data, guard).open(join(data, name), 'create');
	await handle.close();
}

describe('PathGuard', () => {
	test('allows a new file with the device and inode of a replaced state file', async () => {
		// The file system gives a free inode to any new file. A renamed one has it for sure.
		await rename(join(state, 'queue.json'), join(data, 'file'));
		await writeFile(join(state, 'queue.json'), 'new');
		await open('file');
	});

	test.each(['state folder', 'watch folder'])(
		'allows a new folder with the device and inode of a replaced %s',
		async (owner) => {
			const path = owner === 'state folder' ? state : watch;
			await rename(path, join(data, 'folder'));
			await mkdir(path);
			await open('folder/file');
		},
	);

	test.each(['seedtop.log', 'seedtop.log.1'])(
		'refuses the name %s of a log, also a rotated one',
		async (name) => {
			const none = { stateFolder: null, keyFile: null, settingsFile: null, commandFiles: [] };
			const ofLog = new PathGuard({ ...none, logFile: join(data, 'seedtop.log'), watchFolders: [] });
			await expect(ofLog.checkPaths(data, [name])).rejects.toThrow(new ServiceOwned('log').message);
			await ofLog.checkPaths(data, ['seedtop.logs', `folder/${name}`]);
		},
	);

	test('refuses a hard link to a state file that was renamed after the snapshot', async () => {
		const [draft, final] = [join(state, 'labels.json.new'), join(state, 'labels.json')];
		await writeFile(draft, '');
		await takeSnapshot();
		await rename(draft, final);
		await link(final, join(data, 'file'));
		await expect(open('file')).rejects.toThrow(owned);
	});

	test('refuses a hard link to a state file that was created after the snapshot', async () => {
		await writeFile(join(state, 'new.json'), '');
		await link(join(state, 'new.json'), join(data, 'file'));
		await expect(open('file')).rejects.toThrow(owned);
	});
});
