import { createServer } from 'node:http';
import { beforeAll } from 'vitest';
import { atEnd } from '../fixtures/cleanup.ts';
import { makeFolder } from '../fixtures/folder.ts';
import { runService, type TestService } from '../fixtures/service.ts';
import { startSeeder, startTracker } from '../programs/seeder.ts';
import { type MadeTorrent, makeTorrent } from '../programs/torrents.ts';

export const reason = `You are not registered here. ${'Ask the operators of this tracker for help. '.repeat(4)}Really.`;
/** Upload limits of the two peers with all data, bytes per second. */
export const rates = { slow: 15_000, fast: 50_000 };

export let service: TestService;
/** A tracker that refuses all announces. */
export let refusingUrl: string;
/** A download from two peers during the tests, and a complete one. */
export let coming: MadeTorrent;
export let here: MadeTorrent;

/** Starts the service of the tests of a file. */
export function prepareDetails(): void {
	beforeAll(async () => {
		const refusing = createServer((_, response) =>
			response.end(`d14:failure reason${reason.length}:${reason}e`),
		);
		await new Promise<void>((resolve) => refusing.listen(0, '127.0.0.1', resolve));
		atEnd(() => refusing.close());
		const address = refusing.address();
		refusingUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/announce`;
		// The peers announce once, so they never learn the address of the service and do not connect to it.
		const tracker = await startTracker(1_800_000);
		atEnd(() => tracker.close());
		service = await runService({ flags: ['--no-pex'] });
		const elsewhere = await makeFolder();
		coming = await makeTorrent(
			elsewhere,
			'旅行 film',
			{ 'film 映画.mkv': 10_000_000, 'readme.txt': 900 },
			{ trackers: [tracker.url, refusingUrl] },
		);
		here = await makeTorrent(service.downloadFolder, 'nested', { 'a/big one.bin': 90_000, 'b.txt': 30 });
		const { infohash, bytes } = coming;
		for (const rate of [rates.slow, rates.fast]) {
			const seeder = await startSeeder([{ infohash, bytes, folder: elsewhere }], rate);
			atEnd(() => seeder.close());
		}
		for (const { path } of [coming, here]) await service.client().addDownload({ body: { uri: path } });
	}, 60_000);
}
