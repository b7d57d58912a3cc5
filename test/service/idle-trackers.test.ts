import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import type { Download } from '../../source/protocol/resources/download.ts';
import { runService, type TestService } from '../fixtures/service.ts';
import { makeTorrent } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';

/** No server listens there. */
const announce = 'http://127.0.0.1:9/announce';
const idle = [{ url: announce, status: 'Disabled', peers: 0, error: '' }];
let service: TestService;

beforeEach(async () => {
	service = await runService({ flags: ['--no-pex'] });
});

async function reaches(infohash: string, status: string): Promise<Download> {
	return until(async () => {
		const { downloads } = await service.client().listDownloads();
		return downloads.find((each) => each.infohash === infohash && each.status === status);
	});
}

test('a failed download lists its trackers', async () => {
	const torrent = await makeTorrent(
		join(service.folder, 'elsewhere'),
		'failing',
		{ 'a.bin': 20_000 },
		{
			trackers: [announce],
		},
	);
	// A folder at the path of the torrent's file.
	await mkdir(join(service.downloadFolder, 'failing', 'a.bin'), { recursive: true });
	await service.client().addDownload({ body: { uri: torrent.path } });
	const failed = await reaches(torrent.infohash, 'STOPPED_ON_ERROR');
	expect(failed.error).not.toBe('');
	expect(failed.trackers).toEqual(idle);
});

test('stopped downloads list their trackers, also after a restart', async () => {
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
	for (const infohash of infohashes) expect((await reaches(infohash, 'STOPPED')).trackers).toEqual(idle);
	await service.end();
	await service.restart();
	for (const infohash of infohashes) expect((await reaches(infohash, 'STOPPED')).trackers).toEqual(idle);
});
