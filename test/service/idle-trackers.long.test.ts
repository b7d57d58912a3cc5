import { expect, test } from 'vitest';
import { runService } from '../fixtures/service.ts';
import { makeTorrent } from '../programs/torrents.ts';
import { announce, idle, reaches } from './idle-trackers-scene.ts';

test('stopped downloads list their trackers, also after a restart', async () => {
	const service = await runService({ flags: ['--no-pex'] });
	const torrent = await makeTorrent(
		service.downloadFolder,
		'stopped',
		{ 'a.bin': 20_000 },
		{
			trackers: [announce],
		},
	);
	const magnet = 'ab'.repeat(20);
	const uris = [torrent.path, `magnet:?xt=urn:btih:${magnet}&tr=${encodeURIComponent(announce)}`];
	for (const uri of uris) await service.client().addDownload({ body: { uri } });
	const infohashes = [torrent.infohash, magnet];
	const stop = { state: 'stop' } as const;
	for (const infohash of infohashes) {
		await service.client().changeDownload({ params: { infohash }, body: stop });
	}
	for (const infohash of infohashes)
		expect((await reaches(service, infohash, 'STOPPED')).trackers).toEqual(idle);
	await service.end();
	await service.restart();
	for (const infohash of infohashes)
		expect((await reaches(service, infohash, 'STOPPED')).trackers).toEqual(idle);
});
