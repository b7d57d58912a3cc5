import { join } from 'node:path';
import { expect } from 'vitest';
import { atEnd } from '../fixtures/cleanup.ts';
import { downloadsOf, runService } from '../fixtures/service.ts';
import { startSeeder, startTracker } from '../programs/seeder.ts';
import { makeTorrent } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';
import { folder } from './engine/lab.ts';

/** Bytes of the download. */
export const BYTES = 1_000_000;

/** A service that has downloaded from a peer, which has left. */
export async function limitsScene() {
	const announce = await startTracker();
	atEnd(() => announce.close());
	const service = await runService({ flags: ['--peer-host', '127.0.0.1'] });
	const data = join(service.folder, 'data');
	const torrent = await makeTorrent(data, 'shared', { 'x.bin': BYTES }, { trackers: [announce.url] });
	const { infohash, bytes } = torrent;
	const peer = await startSeeder([{ infohash, bytes, folder: data }], 0);
	atEnd(() => peer.close());
	/** Returns the download when it seeds. */
	const seeding = () =>
		until(async () => {
			const [download] = await downloadsOf(service);
			return download?.status === 'SEEDING' && download;
		});
	await service.client().addDownload({ body: { uri: torrent.path } });
	const down = await seeding();
	expect(down.total_down).toBeGreaterThanOrEqual(BYTES);
	expect(down).toMatchObject({ total_up: 0, ratio: 0, max_download_speed: 0, max_upload_speed: 0 });
	await peer.close();
	return {
		service,
		infohash,
		seeding,
		/** The download after it was complete. */
		down,
		/** Starts a peer that downloads all data. It ends with the test. */
		startLeecher: async () => {
			const leecher = await startSeeder([{ infohash, bytes, folder: folder() }], 0);
			atEnd(() => leecher.close());
			return leecher;
		},
	};
}
