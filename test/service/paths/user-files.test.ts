import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { fileClaimText } from '../../../source/service/engine/webtorrent/disk/file-claims.ts';
import { unlikeRecorded } from '../../../source/service/engine/webtorrent/disk/missing-data.ts';
import { makeFolder } from '../../fixtures/folder.ts';
import {
	downloadsOf,
	runService,
	runServiceProcess,
	type TestServiceProcess,
} from '../../fixtures/service.ts';
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

announceTorrents();

const PIECE = 16_384;
const NAME = 'papers';
const own = noise('the file of the user', 1_000);

let service: TestServiceProcess;
/** Large and small files of the torrent: the first has whole pieces, the others are smaller than a piece. */
let torrent: Offered;

beforeAll(async () => {
	service = await runServiceProcess();
	torrent = await offer(NAME, {
		'large.bin': noise('large', 5 * PIECE),
		'small.txt': noise('small', 1_000),
		'tiny.txt': noise('tiny', 100),
	});
	await seed([torrent]);
});

const add = (destination: string, body: { use_files?: boolean } = {}) =>
	service.client().addDownload({ body: { uri: torrent.path, destination, ...body } });

/** Expects the data of the torrent, complete, and removes the download. */
async function expectComplete(destination: string): Promise<void> {
	await reaches(service, torrent, 'SEEDING');
	for (const [path, content] of torrent.contents)
		expect((await contentOf(destination, NAME, path)).equals(content), path).toBe(true);
	await removed(service, torrent);
}

describe('an existing file that no download owns', () => {
	test.each(['large.bin', 'small.txt'])('is not written without a right piece: %s', async (path) => {
		const destination = await makeFolder();
		await place(destination, NAME, [[path, own]]);
		await add(destination);
		for (const state of [undefined, 'resume'] as const) {
			if (state) await service.client().changeDownload({ params: torrent, body: { state } });
			const { error } = await reaches(service, torrent, 'STOPPED_ON_ERROR');
			expect(error).toBe(fileClaimText.unowned(join(destination, NAME, path), 0));
		}
		expect((await contentOf(destination, NAME, path)).equals(own)).toBe(true);
		expect(existsSync(join(destination, NAME, 'tiny.txt'))).toBe(false);
		// A recheck by the user is the permission.
		await service.client().changeDownload({ params: torrent, body: { state: 'recheck' } });
		await expectComplete(destination);
	});

	test('is written if a whole piece of it is right, and a small one if any piece is', async () => {
		const destination = await makeFolder();
		const large = Buffer.concat([noise('large', 5 * PIECE).subarray(0, PIECE), own]);
		await place(destination, NAME, [
			['large.bin', large],
			['small.txt', own],
		]);
		await add(destination);
		await expectComplete(destination);
	});

	test('is written if the user asked for it when the download was added', async () => {
		const destination = await makeFolder();
		await place(destination, NAME, [['large.bin', own]]);
		await add(destination, { use_files: true });
		await expectComplete(destination);
	});

	test('stays when the download moves, and when it is removed with its data', async () => {
		const [destination, other] = [await makeFolder(), await makeFolder()];
		await place(destination, NAME, [['small.txt', own]]);
		await add(destination);
		await reaches(service, torrent, 'STOPPED_ON_ERROR');
		await service.client().moveDownload({ params: torrent, body: { destination: other } });
		await reaches(service, torrent, 'STOPPED_ON_ERROR', (download) => download.destination === other);
		expect((await contentOf(destination, NAME, 'small.txt')).equals(own)).toBe(true);
		await place(other, NAME, [['small.txt', own]]);
		await service.client().removeDownload({ params: torrent, body: { remove_data: true } });
		await until(async () =>
			(await downloadsOf(service)).every(({ infohash }) => infohash !== torrent.infohash),
		);
		expect((await contentOf(other, NAME, 'small.txt')).equals(own)).toBe(true);
	});

	test('is not written by a selection that includes it later', async () => {
		const destination = await makeFolder();
		const last = await offer('later', { 'a.bin': noise('later', 2 * PIECE), 'b.txt': noise('b', 50) });
		await seed([last]);
		await service.client().addDownload({ body: { uri: last.path, destination, selected_files: [0] } });
		await reaches(service, last, 'SEEDING');
		await place(destination, 'later', [['b.txt', own]]);
		await service.client().changeDownload({ params: last, body: { selected_files: [] } });
		const { error } = await reaches(service, last, 'STOPPED_ON_ERROR');
		expect(error).toBe(fileClaimText.unowned(join(destination, 'later/b.txt'), 0));
		expect((await contentOf(destination, 'later', 'b.txt')).equals(own)).toBe(true);
		await removed(service, last);
	});
});

describe('a file of a download that the user changed while it was stopped', () => {
	const changed = Buffer.concat([noise('changed', 5 * PIECE), own]);

	test.each(['of the same size', 'larger'])('is not written without a recheck: %s', async (size) => {
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
	});
});

test.each(['imported', 'rechecked'])(
	'a file at the path of a download that is %s and stopped stays when that is moved and removed with its data',
	async (how) => {
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
	},
);

test.each(['nothing', 'some pieces'])(
	'a file with %s of a stopped download that the user replaced is neither written nor deleted',
	async (what) => {
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
	},
);

test('an error about a changed piece at the border of two files names both', async () => {
	const destination = await makeFolder();
	const border = await offer('border', { 'a.bin': noise('border', PIECE + 100), 'b.txt': noise('b', 100) });
	await place(destination, 'border', border.contents);
	const client = service.client();
	await client.addDownload({ body: { uri: border.path, destination } });
	await reaches(service, border, 'SEEDING');
	await client.changeDownload({ params: border, body: { state: 'stop' } });
	await reaches(service, border, 'STOPPED');
	await place(destination, 'border', [['b.txt', noise('edited', 100)]]);
	await client.changeDownload({ params: border, body: { state: 'resume' } });
	const { error } = await reaches(service, border, 'STOPPED_ON_ERROR');
	const [a, b] = ['a.bin', 'b.txt'].map((path) => join(destination, 'border', path));
	expect(error).toBe(unlikeRecorded(`${a} or ${b}`, 1));
	await removed(service, border);
});

test('the permission of a recheck does not last', async () => {
	const destination = await makeFolder();
	const last = await offer('lasting', {
		'a.bin': noise('lasting', 2 * PIECE),
		'b.bin': noise('b', 2 * PIECE),
	});
	await seed([last]);
	const client = service.client();
	await client.addDownload({ body: { uri: last.path, destination, selected_files: [0] } });
	await reaches(service, last, 'SEEDING');
	const checks = () => service.output().split(`${last.infohash}: `).length;
	const before = checks();
	await client.changeDownload({ params: last, body: { state: 'recheck' } });
	// The check of the user, and that of the start after it.
	await until(() => checks() === before + 2);
	await reaches(service, last, 'SEEDING');
	// The permission is neither saved nor in the memory of the engine.
	await client.changeDownload({ params: last, body: { state: 'stop' } });
	await reaches(service, last, 'STOPPED');
	await client.changeDownload({ params: last, body: { state: 'recheck' } });
	await until(() => checks() === before + 3);
	await reaches(service, last, 'STOPPED');
	await client.changeDownload({ params: last, body: { state: 'resume' } });
	await reaches(service, last, 'SEEDING');
	await place(destination, 'lasting', [['b.bin', own]]);
	await client.changeDownload({ params: last, body: { selected_files: [] } });
	const { error } = await reaches(service, last, 'STOPPED_ON_ERROR');
	expect(error).toBe(fileClaimText.unowned(join(destination, 'lasting/b.bin'), 0));
	expect((await contentOf(destination, 'lasting', 'b.bin')).equals(own)).toBe(true);
	await removed(service, last);
});

test('a neighbor that was not selected and not written yet is no file of the download', async () => {
	const destination = await makeFolder();
	const near = await offer('near', { 'a.bin': noise('near', PIECE + 100), 'b.bin': noise('b', 3 * PIECE) });
	const client = service.client();
	await client.addDownload({ body: { uri: near.path, destination, selected_files: [0] } });
	await reaches(service, near, 'DOWNLOADING');
	await place(destination, 'near', [['b.bin', own]]);
	await seed([near]);
	const { error } = await reaches(service, near, 'STOPPED_ON_ERROR');
	expect(error).toBe(fileClaimText.unowned(join(destination, 'near/b.bin'), 0));
	expect((await contentOf(destination, 'near', 'b.bin')).equals(own)).toBe(true);
	await removed(service, near);
});

test('files that a removed download created and did not fill are no files of the user', async () => {
	const destination = await makeFolder();
	const left = await offer('left', { 'a.bin': noise('left', 3 * PIECE), 'b.txt': noise('b', 100) });
	const client = service.client();
	await client.addDownload({ body: { uri: left.path, destination } });
	await reaches(service, left, 'DOWNLOADING');
	await until(() => existsSync(join(destination, 'left/b.txt')));
	await removed(service, left);
	await client.addDownload({ body: { uri: left.path, destination } });
	await reaches(service, left, 'DOWNLOADING');
	await seed([left]);
	await reaches(service, left, 'SEEDING');
	await removed(service, left);
});

test('a download continues with its own files after a kill before its first piece', async () => {
	const alone = await offer('alone', { 'large.bin': noise('alone', 5 * PIECE) });
	await service.client().addDownload({ body: { uri: alone.path } });
	await reaches(service, alone, 'DOWNLOADING');
	expect(existsSync(join(service.downloadFolder, 'alone/large.bin'))).toBe(true);
	await service.end('SIGKILL');
	const again = await runService({ folder: service.folder });
	await reaches(again, alone, 'DOWNLOADING');
	await seed([alone]);
	await reaches(again, alone, 'SEEDING');
	expect(
		(await contentOf(again.downloadFolder, 'alone', 'large.bin')).equals(noise('alone', 5 * PIECE)),
	).toBe(true);
});
