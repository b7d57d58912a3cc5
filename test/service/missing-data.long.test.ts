import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { missingText } from '../../source/service/engine/webtorrent/disk/disk-error.ts';
import { children } from '../programs/children.ts';
import { makeTorrent } from '../programs/torrents.ts';
import { missingDataScene } from './missing-data-scene.ts';

test('a check that the next start continues does not accept a loss that happened meanwhile', async () => {
	const { root, end, startProcess, start, add, order, reach } = await missingDataScene();
	await end();
	const service = await startProcess();
	const data = join(root, 'data');
	const torrent = await makeTorrent(data, 'blank', { 'a.bin': 50_000, empty: 0 });
	await add(torrent.path, data);
	await reach(torrent, 'SEEDING');
	const [engine = 0] = children(service.child.pid ?? 0);
	process.kill(engine, 'SIGSTOP');
	await order(torrent, 'recheck');
	await service.end('SIGKILL');
	await rm(join(data, 'blank', 'a.bin'));
	await start();
	const { error } = await reach(torrent, 'STOPPED_ON_ERROR');
	expect(error).toBe(missingText.files(join(data, 'blank', 'a.bin'), 0));
});
