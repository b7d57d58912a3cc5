import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../fixtures/folder.ts';
import { runService } from '../fixtures/service.ts';
import { listed, prepareService, service, withState } from './import-scene.ts';

prepareService();

test('keeps an acknowledged download when the service is killed', async () => {
	const { torrent, invoke } = await withState({ 'a.bin': 100_000 });
	await invoke('--stopped');
	// A killed service leaves the files as they are at this moment.
	const folder = await makeFolder();
	await mkdir(join(folder, 'state'));
	for (const name of ['seedtop.db', 'seedtop.db-wal'])
		await cp(join(service.stateFolder, name), join(folder, 'state', name));
	const next = await runService({ folder });
	expect(await listed(next)).toMatchObject([{ infohash: torrent.infohash, progress: 1, all_time_upload: 7 }]);
});
