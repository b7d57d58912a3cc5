import { readdir, readFile, stat } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { AbsentError } from '../../source/client/errors.ts';
import { takeDumpText } from '../../source/service/debug/memory-dump.ts';
import { memoryDumpText } from '../../source/state/dialogs/memory-dump-dialog.ts';
import { memoryDumpDialogText } from '../../source/tui/dialogs/memory-dump/dialog.tsx';
import { downloadsPaneText } from '../../source/tui/panes/downloads/pane.tsx';
import { atEnd } from '../fixtures/cleanup.ts';
import { openCockpit } from '../fixtures/cockpit.ts';
import { makeFolder } from '../fixtures/folder.ts';
import { runForeign } from '../fixtures/foreign-service.ts';
import { runServiceProcess, type TestServiceProcess } from '../fixtures/service.ts';
import { localDebug, startLocalService } from '../programs/local-service.ts';
import { ANY, containing } from '../programs/message-pattern.ts';

type Cockpit = Awaited<ReturnType<typeof openCockpit>>;

/** A process of its own has less memory to write than this one. */
let service: TestServiceProcess;

beforeAll(async () => {
	service = await runServiceProcess();
});

async function openDump({ user, screen }: Cockpit, path: string): Promise<void> {
	user.press('pane-debug');
	await screen.shows('[Load]');
	user.press('memory-dump');
	await screen.shows(memoryDumpDialogText.process('service'));
	user.press('memory-dump-delete-to-start');
	user.type(path);
}

test('a user saves memory dumps of the service, after the one under way, and of its engine, which replaces it', async () => {
	const folder = await makeFolder();
	const path = join(folder, 'a.heapsnapshot');
	const cockpit = await openCockpit(service, { columns: 160 });
	const { user, screen } = cockpit;
	await screen.shows(downloadsPaneText.none);
	// The dump is larger than the buffers of the connection. It lasts until this body is read or cut.
	const other = await new Promise<IncomingMessage>((resolve, reject) => {
		const headers = { 'x-api-key': service.key };
		get(`${service.url}/debug/memory/dump?process=service`, { headers }, resolve).on('error', reject);
	});
	expect(other.statusCode).toBe(200);
	await openDump(cockpit, path);
	user.press('memory-dump-save');
	await screen.shows(takeDumpText.running);
	await screen.offers('memory-dump-save');
	expect(await readdir(folder)).toEqual([]);
	for await (const _ of other);
	user.press('memory-dump-save');
	await screen.shows(memoryDumpText.saved('service', path));
	expect((await stat(path)).mode & 0o777).toBe(0o600);
	const { strings } = JSON.parse(await readFile(path, 'utf8'));
	expect(strings).toContain('DownloadRegistry');
	await openDump(cockpit, path);
	await screen.offers('memory-dump-process');
	user.press('memory-dump-process');
	await screen.shows(memoryDumpDialogText.process('engine'));
	user.press('memory-dump-save');
	await screen.shows(memoryDumpText.exists);
	user.press('memory-dump-overwrite');
	await screen.shows(memoryDumpText.saved('engine', path));
	expect((await readFile(path)).includes('"WebTorrentEngine"')).toBe(true);
	expect(await readdir(folder)).toEqual(['a.heapsnapshot']);
});

test('a user cancels a memory dump, and no file is left', async () => {
	const folder = await makeFolder();
	const cockpit = await openCockpit(service, { columns: 160 });
	const { user, screen } = cockpit;
	await screen.shows(downloadsPaneText.none);
	await openDump(cockpit, join(folder, 'a.heapsnapshot'));
	// The second key comes before the service has written its memory.
	user.press('memory-dump-save', 'memory-dump-cancel');
	await screen.shows(memoryDumpText.cancelled);
	expect(await readdir(folder)).toEqual([]);
});

test.each(['7.14', '8.1'])(
	'a service of %s without memory dumps is described in the dialog',
	async (name) => {
		const { url, dialect } = await runForeign(name);
		const flags = dialect.key === undefined ? '' : `--api-key ${dialect.key}`;
		const folder = await makeFolder();
		const cockpit = await openCockpit({ url }, { flags, columns: 200 });
		const { user, screen } = cockpit;
		await screen.shows(/● 127/);
		await openDump(cockpit, join(folder, 'dump'));
		await screen.offersNot('memory-dump-process');
		user.press('memory-dump-save');
		await screen.shows(new AbsentError(url, 'GET /debug/memory/dump').message);
		expect(await readdir(folder)).toEqual([]);
	},
);

test('a user reads how much memory a refused memory dump needs', async () => {
	const folder = await makeFolder();
	const debug = { ...localDebug, freeMemory: () => 20 * 1024 * 1024 };
	const local = await startLocalService(await makeFolder(), { debug });
	atEnd(() => local.close());
	const cockpit = await openCockpit(local, { columns: 160 });
	const { user, screen } = cockpit;
	await screen.shows(downloadsPaneText.none);
	await openDump(cockpit, join(folder, 'a.heapsnapshot'));
	await screen.offers('memory-dump-process');
	for (const name of ['service', 'engine'] as const) {
		user.press('memory-dump-save');
		// The dialog wraps the text before its last words.
		const [state = '', nextStep = ''] = takeDumpText.noMemory(name, ANY, '20.0 MiB').split(' Free ');
		await screen.shows(containing(state), nextStep);
		if (name === 'service') user.press('memory-dump-process');
	}
	expect(await readdir(folder)).toEqual([]);
});
