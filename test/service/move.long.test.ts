import { existsSync } from 'node:fs';
import { readdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { moveText } from '../../source/service/downloads/moves.ts';
import { systemReasons } from '../../source/service/http/http-error.ts';
import {
	hasOtherFileSystem,
	makeFolderElsewhere,
	mountSmallDisk,
	otherFileSystemText,
} from '../fixtures/other-file-system.ts';
import { recordEvents } from '../fixtures/recorded-events.ts';
import { allSeed, runServiceProcess, type TestServiceProcess } from '../fixtures/service.ts';
import { addSparse, expectSparse, makeSparse } from '../fixtures/sparse-download.ts';
import { makeTorrent, noise } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';
import {
	clear,
	expectData,
	listed,
	MIB,
	move,
	openStream,
	partlyMoved,
	reaches,
	SIZE,
} from './move-scene.ts';

const READ_BYTES = 24 * MIB;

let service: TestServiceProcess;

beforeAll(async () => {
	service = await runServiceProcess();
});

afterEach(() => clear(service));

describe.runIf(hasOtherFileSystem)(`a move across file systems${otherFileSystemText}`, () => {
	test('answers all requests on the download meanwhile', { timeout: 120_000 }, async () => {
		const infohash = await addSparse(service, 'large', SIZE);
		await allSeed(service);
		const [from, to] = [service.downloadFolder, await makeFolderElsewhere()];
		const uri = join(from, 'large.torrent');
		const torrent = (await readFile(uri)).toString('base64');
		const client = service.client();
		const params = { infohash };
		type Change = Parameters<typeof client.changeDownload>[0]['body'];
		const change = (body: Change) => () => client.changeDownload({ params, body });
		const flags = { get_peers: true, get_files: true, get_pieces: true };
		const unused = join(from, 'unused');
		const accepted: readonly (() => Promise<unknown>)[] = [
			change({ selected_files: [0], file_priorities: { high: [0] }, name: 'renamed', label: 'films' }),
			change({ max_download_speed: 1_000_000, sequential: true, seeding_ratio: 3 }),
			change({ anon_hops: 0 }),
			change({ queue_position: 'queue_top' }),
			change({ state: 'stop' }),
			change({ state: 'resume' }),
			() => client.listDownloads({ query: flags }),
			() => client.listFiles({ params, query: {} }),
			() => client.getTorrent({ params }),
			() => client.addDownload({ body: { uri } }),
			() => client.addDownload({ body: { uri: `magnet:?xt=urn:btih:${infohash}` } }),
			() => client.importDownload({ body: { torrent, destination: from } }),
			() => move(service, infohash, to),
		];
		const refused: readonly [code: string, request: () => Promise<unknown>][] = [
			['MoveInProgressError', change({ state: 'recheck' })],
			['MoveInProgressError', () => move(service, infohash, unused)],
			['MoveInProgressError', change({ state: 'move_storage', dest_dir: unused })],
			['NotAnnouncedError', () => client.announceDownload({ params })],
		];
		// More than what the sockets hold: it is not sent before the body is read.
		const reader = await openStream(service, infohash, { Range: `bytes=0-${READ_BYTES - 1}` });
		await move(service, infohash, to);
		for (const request of accepted) await request();
		for (const [code, request] of refused)
			await expect(request()).rejects.toMatchObject({ status: 409, code, handled: true });
		expect((await listed(service, infohash)).status).toBe('MOVING');
		expect(existsSync(unused)).toBe(false);
		const after = await reaches(service, infohash, to);
		// The reader goes on after the file has changed its place.
		expect((await reader.arrayBuffer()).byteLength).toBe(READ_BYTES);
		expect(after).toMatchObject({ error: '', name: 'renamed', label: 'films', sequential: true });
		await expectSparse(to, 'large', SIZE);
	});

	test('survives kill -9 at its middle, twice, and takes the right files, although a file of the user is gone', async () => {
		const others = ['a.bin', 'b.bin'];
		const { path, infohash } = await makeSparse(service.downloadFolder, 'kept', SIZE / 2, others);
		const own = join(service.downloadFolder, 'kept/a.bin');
		await writeFile(own, 'a file of the user');
		await service.client().addDownload({ body: { uri: path, selected_files: [1, 2] } });
		await allSeed(service);
		const to = await makeFolderElsewhere();
		await partlyMoved(service, infohash, to);
		await service.end('SIGKILL');
		await unlink(own);
		await service.restart();
		await until(async () => {
			const { status, progress = 0 } = await listed(service, infohash);
			return status !== 'MOVING' || progress > 0.3;
		});
		await service.end('SIGKILL');
		await service.restart();
		await reaches(service, infohash, to);
		await expectSparse(to, 'kept', SIZE / 2);
		expect(await readdir(to)).toEqual(['kept']);
		expect((await readdir(join(to, 'kept'))).sort()).toEqual(['b.bin', 'sparse.bin']);
		expect((await readFile(join(to, 'kept/b.bin'))).equals(noise('b.bin', 4 * MIB))).toBe(true);
		expect(await readdir(join(service.downloadFolder, 'kept')).catch(() => [])).toEqual([]);
	});

	test('returns the data when the disk becomes full, and reports that', async ({ skip }) => {
		const to = join(service.folder, 'full');
		if (!(await mountSmallDisk(to, 16 * MIB))) skip('a small disk takes the right to mount one');
		const files = { 'a.bin': 12 * MIB };
		const { path, infohash } = await makeTorrent(service.downloadFolder, 'first', files, {
			pieceLength: MIB,
		});
		await service.client().addDownload({ body: { uri: path } });
		const other = await addSparse(service, 'large', SIZE / 2);
		await allSeed(service);
		const events = await recordEvents(service.client());
		// It waits for the other one, which needs little space. The filler is small, so that it is complete before that.
		await move(service, other, to);
		await move(service, infohash, to);
		await writeFile(join(to, 'filler'), Buffer.alloc(4 * MIB));
		const { error } = (await events.event('torrent_error', { infohash })).payload as { error: string };
		expect(error).toBe(moveText.failed(service.downloadFolder, to, systemReasons.ENOSPC));
		const after = await reaches(service, infohash, service.downloadFolder);
		expect(after).toMatchObject({ move_error: error, error: '' });
		await expectData(join(service.downloadFolder, 'first'), files);
		expect((await readdir(to)).sort()).toEqual(['filler', 'large']);
	});
});
