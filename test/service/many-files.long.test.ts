import { createHook } from 'node:async_hooks';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { deleteData } from '../../source/metainfo/delete-data.ts';
import { parseTorrent } from '../../source/metainfo/metainfo.ts';
import { planCheck } from '../../source/service/engine/webtorrent/disk/check-plan.ts';
import { DataFolder } from '../../source/service/engine/webtorrent/disk/data-folder.ts';
import { DiskWorkers } from '../../source/service/engine/webtorrent/disk/disk-workers.ts';
import { PathGuard } from '../../source/service/storage/path-guard.ts';
import { torrentOf } from '../metainfo/bencoded.ts';

const FILES = 10_000;
const metainfo = parseTorrent(
	torrentOf(Object.fromEntries(Array.from({ length: FILES }, (_, n) => [`${n % 100}/${n}`, 1]))),
);

/** Returns a destination with the data of `metainfo`, and a guard of a state folder beside it. */
function written(): { destination: string; guard: PathGuard } {
	const folder = mkdtempSync(join(tmpdir(), 'seedtop-many-'));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	const destination = join(folder, 'data');
	for (const { diskPath } of metainfo.files) {
		const path = join(destination, diskPath);
		mkdirSync(dirname(path), { recursive: true });
		writeFileSync(path, 'x');
	}
	const state = join(folder, 'state');
	mkdirSync(state);
	const guard = new PathGuard({
		stateFolder: state,
		keyFile: join(state, 'api.key'),
		settingsFile: join(state, 'settings.json'),
		logFile: join(state, 'log'),
		watchFolders: [],
		commandFiles: [],
	});
	return { destination, guard };
}

/**
 * Returns the promises per file that `work` makes. They are most of the cost, and unlike time they do not depend on
 * the load.
 */
async function promisesPerFile(work: () => Promise<unknown>): Promise<number> {
	let count = 0;
	const hook = createHook({
		init: (_, type) => {
			if (type === 'PROMISE') count++;
		},
	}).enable();
	await work();
	hook.disable();
	return count / FILES;
}

test('a check of many files reads folders, and makes no promise for each file', async () => {
	const { destination, guard } = written();
	const workers = new DiskWorkers(new URL('../../dist/disk-worker.js', import.meta.url));
	const promises = await promisesPerFile(async () => {
		const folder = new DataFolder(destination, guard);
		const plan = await planCheck(
			metainfo,
			folder,
			{ recorded: undefined, claimed: undefined, isOwn: () => true },
			metainfo.files,
			workers,
		);
		expect(plan.hash).toHaveLength(metainfo.pieceCount);
	});
	expect(promises).toBeLessThan(1);
}, 60_000);

test('a deletion of many files checks folders, and makes no promise for each file', async () => {
	const { destination, guard } = written();
	const promises = await promisesPerFile(async () => {
		const { files } = await deleteData(metainfo, destination, { guard });
		expect(files).toBe(FILES);
	});
	expect(promises).toBeLessThan(1);
}, 60_000);
