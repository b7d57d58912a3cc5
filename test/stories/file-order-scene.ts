import { beforeAll } from 'vitest';
import { atEnd } from '../fixtures/cleanup.ts';
import { makeFolder } from '../fixtures/folder.ts';
import { runService, type TestService } from '../fixtures/service.ts';
import { startSeeder, startTracker } from '../programs/seeder.ts';
import { makeTorrent } from '../programs/torrents.ts';

export const files = {
	'season/1.mkv': 4_000_000,
	'season/2.mkv': 4_000_000,
	'season/3.mkv': 400_000,
	'readme.txt': 1000,
};

export let service: TestService;
/** A download that arrives slowly from a peer during the tests. */
export let infohash: string;

/** Starts a service with a slow download for the tests of a file. */
export function prepareSeries(): void {
	beforeAll(async () => {
		const data = await makeFolder();
		const tracker = await startTracker();
		atEnd(() => tracker.close());
		const torrent = await makeTorrent(data, 'series', files, { trackers: [tracker.url] });
		const seeder = await startSeeder([{ ...torrent, folder: data }], 150_000);
		atEnd(() => seeder.close());
		service = await runService({ flags: ['--no-pex'] });
		infohash = torrent.infohash;
		await service.client().addDownload({ body: { uri: torrent.path } });
	});
}
