import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect } from 'vitest';
import { unlikeRecorded } from '../../../source/service/engine/webtorrent/disk/missing-data.ts';
import { makeFolder } from '../../fixtures/folder.ts';
import { runService, type TestService } from '../../fixtures/service.ts';
import { noise } from '../../programs/torrents.ts';
import { until } from '../../programs/until.ts';
import {
	announceTorrents,
	contentOf,
	type Offered,
	offer,
	place,
	reaches,
	removed,
	seed,
} from './shared-paths.ts';

export const PIECE = 16_384;
export const NAME = 'papers';
/** A file of the user. */
export const own = noise('the file of the user', 1_000);

export let service: TestService;
/** Large and small files of the torrent: the first has whole pieces, the others are smaller than a piece. */
export let torrent: Offered;

/** Starts the service and the torrent of a file. */
export function startWithTorrent(): void {
	announceTorrents();
	beforeAll(async () => {
		service = await runService();
		torrent = await offer(NAME, {
			'large.bin': noise('large', 5 * PIECE),
			'small.txt': noise('small', 1_000),
			'tiny.txt': noise('tiny', 100),
		});
		await seed([torrent]);
	});
}

/** Adds the torrent. */
export const add = (destination: string, body: { use_files?: boolean } = {}) =>
	service.client().addDownload({ body: { uri: torrent.path, destination, ...body } });

/** Expects that a file that the user changed while its download was stopped is written only after a recheck. */
export async function expectRecheckNeeded(size: 'of the same size' | 'larger'): Promise<void> {
	const changed = Buffer.concat([noise('changed', 5 * PIECE), own]);
	const destination = await makeFolder();
	await add(destination);
	await reaches(service, torrent, 'SEEDING');
	const client = service.client();
	await client.changeDownload({ params: torrent, body: { state: 'stop' } });
	await reaches(service, torrent, 'STOPPED');
	const content = size === 'larger' ? changed : changed.subarray(0, 5 * PIECE);
	await place(destination, NAME, [['large.bin', content]]);
	for (let attempt = 0; attempt < 2; attempt++) {
		await client.changeDownload({ params: torrent, body: { state: 'resume' } });
		const { error } = await reaches(service, torrent, 'STOPPED_ON_ERROR');
		expect(error).toBe(unlikeRecorded(join(destination, NAME, 'large.bin'), 5));
	}
	expect((await contentOf(destination, NAME, 'large.bin')).equals(content)).toBe(true);
	await client.changeDownload({ params: torrent, body: { state: 'recheck' } });
	await reaches(service, torrent, 'SEEDING');
	const repaired = await contentOf(destination, NAME, 'large.bin');
	expect(repaired.subarray(0, 5 * PIECE).equals(noise('large', 5 * PIECE))).toBe(true);
	await removed(service, torrent);
}

/** Expects that a file at a path that a stopped download did not select is neither moved nor removed with it. */
export async function expectUnselectedStays(how: 'imported' | 'rechecked'): Promise<void> {
	const [destination, other] = [await makeFolder(), await makeFolder()];
	const kept = await offer(`kept ${how}`, {
		'a.bin': noise('kept', 2 * PIECE),
		'b.bin': noise('b', 2 * PIECE),
	});
	const name = `kept ${how}`;
	await place(destination, name, [
		['a.bin', noise('kept', 2 * PIECE)],
		['b.bin', own],
	]);
	const client = service.client();
	if (how === 'imported') {
		const torrent = Buffer.from(kept.bytes).toString('base64');
		await client.importDownload({
			body: { torrent, destination, selected_files: [0], pieces: 'wA==', state: 'stopped' },
		});
	} else {
		await client.addDownload({ body: { uri: kept.path, destination, selected_files: [0] } });
		await reaches(service, kept, 'SEEDING');
		await client.changeDownload({ params: kept, body: { state: 'stop' } });
		await reaches(service, kept, 'STOPPED');
		await client.changeDownload({ params: kept, body: { state: 'recheck' } });
	}
	await reaches(service, kept, 'STOPPED');
	await client.moveDownload({ params: kept, body: { destination: other } });
	await reaches(service, kept, 'STOPPED', (download) => download.destination === other);
	expect((await contentOf(destination, name, 'b.bin')).equals(own)).toBe(true);
	await place(other, name, [['b.bin', own]]);
	await client.removeDownload({ params: kept, body: { remove_data: true } });
	await until(() => !existsSync(join(other, name, 'a.bin')));
	expect((await contentOf(other, name, 'b.bin')).equals(own)).toBe(true);
}

/** Expects that a file that replaced one of a stopped download, with this part of its data, stays. */
export async function expectReplacedStays(what: 'nothing' | 'some pieces'): Promise<void> {
	const destination = await makeFolder();
	const name = `replaced ${what}`;
	const replaced = await offer(name, { 'a.bin': noise(name, 40 * PIECE) });
	const client = service.client();
	if (what === 'some pieces') await seed([replaced], 4 * PIECE);
	await client.addDownload({ body: { uri: replaced.path, destination } });
	await reaches(service, replaced, 'DOWNLOADING', ({ progress = 0 }) => what === 'nothing' || progress > 0);
	await client.changeDownload({ params: replaced, body: { state: 'stop' } });
	await reaches(service, replaced, 'STOPPED');
	const theirs = noise('theirs', 40 * PIECE);
	await place(destination, name, [['a.bin', theirs]]);
	await client.changeDownload({ params: replaced, body: { state: 'resume' } });
	await reaches(service, replaced, 'STOPPED_ON_ERROR');
	expect((await contentOf(destination, name, 'a.bin')).equals(theirs)).toBe(true);
	if (what === 'nothing') {
		await client.removeDownload({ params: replaced, body: { remove_data: true } });
		expect((await contentOf(destination, name, 'a.bin')).equals(theirs)).toBe(true);
	} else await removed(service, replaced);
}
