import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { writeClaimText } from '../../../source/service/downloads/write-claims.ts';
import { runService, type TestService } from '../../fixtures/service.ts';
import { noise } from '../../programs/torrents.ts';
import { contentOf, type Offered, offer, place, reaches, useTracker } from './shared-paths.ts';

useTracker();

const COMMON = 'same.bin';
const first = noise('first', 100_000);
const second = noise('second', 100_000);

/** Adds a complete download to a service. */
async function complete(service: TestService, torrent: Offered, name: string): Promise<void> {
	await place(service.downloadFolder, name, torrent.contents);
	await service.client().addDownload({ body: { uri: torrent.path } });
	await reaches(service, torrent, 'SEEDING');
}

describe('a download with a file of another one that is complete', () => {
	test.each(['torrent', 'magnet link'])('added by %s, stops and names the other one', async (kind) => {
		const service = await runService();
		const a = await offer('films', { [COMMON]: first, 'a.bin': noise('a', 50_000) }, { isSeeded: false });
		await complete(service, a, 'films');
		const b = await offer('films', { [COMMON]: second, 'b.bin': noise('b', 50_000) });
		await service.client().addDownload({ body: { uri: kind === 'torrent' ? b.path : b.magnet } });
		const stopped = await reaches(service, b, 'STOPPED_ON_ERROR');
		expect(stopped.error).toBe(
			writeClaimText.differs(join(service.downloadFolder, 'films', COMMON), 'films'),
		);
		expect((await contentOf(service.downloadFolder, 'films', COMMON)).equals(first)).toBe(true);
		expect(existsSync(join(service.downloadFolder, 'films/b.bin'))).toBe(false);
		await service.client().changeDownload({ params: a, body: { state: 'recheck' } });
		await reaches(service, a, 'SEEDING');
	});
});
