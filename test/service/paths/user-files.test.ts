import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fileClaimText } from '../../../source/service/engine/webtorrent/disk/file-claims.ts';
import { makeFolder } from '../../fixtures/folder.ts';
import { downloadsOf } from '../../fixtures/service.ts';
import { noise } from '../../programs/torrents.ts';
import { until } from '../../programs/until.ts';
import { contentOf, offer, place, reaches, removed, seed } from './shared-paths.ts';
import {
	add,
	expectRecheckNeeded,
	expectReplacedStays,
	expectUnselectedStays,
	NAME,
	own,
	PIECE,
	service,
	startWithTorrent,
	torrent,
} from './user-files-scene.ts';

startWithTorrent();

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

test('a file of a download that the user changed while it was stopped is not written without a recheck', () =>
	expectRecheckNeeded('of the same size'));

test('a file at the path of a download that is rechecked and stopped stays when that is moved and removed with its data', () =>
	expectUnselectedStays('rechecked'));

test('a file with some pieces of a stopped download that the user replaced is neither written nor deleted', () =>
	expectReplacedStays('some pieces'));

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
