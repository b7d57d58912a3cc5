import { spawnSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { digests } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';
import { diskFaultScene, mountedFolder } from './disk-faults-scene.ts';
import { boundByPermissions } from './engine/bound-by-permissions.ts';
import { differing, folder, lab, sample, seeder, tracker } from './engine/lab.ts';

/** Upload limit of the peer for slow torrents, bytes per second. */
const SLOW = 500_000;

test('a folder that became read-only stops a download until it is writable again', async (context) => {
	const names = ['read-only', 'beside read-only'];
	const { service, root, data, peer, torrentOf, find, reach, order } = await diskFaultScene(names);
	for (const name of names) await peer.limit(torrentOf(name).infohash, 0, SLOW);
	const [bad, good] = [torrentOf('read-only'), torrentOf('beside read-only')];
	const other = mountedFolder(join(root, 'other'), 20, context);
	await service.client().addDownload({ body: { uri: bad.path, destination: other.path } });
	await until(
		async () => ((await find(bad))?.progress ?? 0) > 0.05 && (await find(bad))?.status === 'DOWNLOADING',
	);
	await order(bad, 'stop');
	await until(() => spawnSync('mount', ['-o', 'remount,ro', other.path]).status === 0);
	await service.client().addDownload({ body: { uri: good.path } });
	await order(bad, 'resume');
	expect((await reach(bad, 'STOPPED_ON_ERROR')).error).toBe(
		`cannot write ${join(other.path, 'read-only', 'x.bin')}: the file system is read-only`,
	);
	expect(await find(good)).toMatchObject({ error: '' });
	other.remount('rw');
	await order(bad, 'resume');
	await reach(bad, 'SEEDING');
	expect(await digests(other.path, bad.files)).toEqual(await digests(data, bad.files));
});

test('a permission lost during a download stops it, and it resumes when the permission is back', async (context) => {
	const torrent = await sample({ 'a.bin': 1_500_000, 'b/c.bin': 100_000 }, { trackers: [await tracker()] });
	const { infohash } = torrent.metainfo;
	const destination = folder();
	const [source, target] = await Promise.all([seeder(torrent), lab(boundByPermissions(context))]);
	await source.engine.limit(infohash, 0, 500_000);
	await target.engine.add(torrent.download(destination));
	await target.until('data', () => (target.status(infohash)?.downloaded ?? 0) > 100_000);
	chmodSync(join(destination, 'sample'), 0);
	const { reason } = await target.until('failed', () => target.of('failed', infohash)[0]);
	expect(reason).toMatch(/^cannot (read|write) .*sample\/.*: permission is denied$/);
	await source.engine.limit(infohash, 0, 0);
	chmodSync(join(destination, 'sample'), 0o755);
	await target.engine.add(torrent.download(destination));
	await target.until('finished', () => target.of('finished', infohash)[0]);
	expect(differing(torrent, destination)).toEqual([]);
});
