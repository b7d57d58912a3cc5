import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runService } from '../fixtures/service.ts';
import { makeTorrent } from '../programs/torrents.ts';
import { announce, idle, reaches } from './idle-trackers-scene.ts';

test('a failed download lists its trackers', async () => {
	const service = await runService({ flags: ['--no-pex'] });
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
	const failed = await reaches(service, torrent.infohash, 'STOPPED_ON_ERROR');
	expect(failed.error).not.toBe('');
	expect(failed.trackers).toEqual(idle);
});
