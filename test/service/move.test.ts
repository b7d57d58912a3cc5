import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rmdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { moveText } from '../../source/service/downloads/moves.ts';
import { refusalText } from '../../source/service/moving/examine-move.ts';
import { moveDataText } from '../../source/service/moving/move-data.ts';
import { makeFolder } from '../fixtures/folder.ts';
import {
	hasOtherFileSystem,
	makeFolderElsewhere,
	mountSmallDisk,
	otherFileSystemText,
} from '../fixtures/other-file-system.ts';
import { recordEvents } from '../fixtures/recorded-events.ts';
import { addComplete, allSeed, runService, type TestService } from '../fixtures/service.ts';
import { addSparse, expectSparse } from '../fixtures/sparse-download.ts';
import { makeTorrent, noise } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';
import {
	clear,
	expectData,
	FILES,
	listed,
	MIB,
	move,
	partlyMoved,
	reaches,
	SIZE,
	streamed,
} from './move-scene.ts';

let service: TestService;

beforeAll(async () => {
	service = await runService();
});

afterEach(() => clear(service));

describe('a move', () => {
	test('is refused while nobody knows whose the files are, and takes them after the check', async () => {
		const client = service.client();
		await client.changeServiceSettings({ body: { queue: { active_downloads: 1 } } });
		const first = await makeTorrent(await makeFolder(), 'occupied', FILES);
		await client.addDownload({ body: { uri: first.path } });
		await reaches(service, first.infohash, service.downloadFolder, 'DOWNLOADING');
		const infohash = await addComplete(service, 'unknown', FILES);
		expect((await listed(service, infohash)).status).toBe('QUEUED');
		const to = await makeFolder();
		await expect(move(service, infohash, to)).rejects.toThrow(
			moveText.unchecked(join(service.downloadFolder, 'unknown/a.bin')),
		);
		await client.changeServiceSettings({ body: { queue: { active_downloads: 0 } } });
		await reaches(service, infohash, service.downloadFolder);
		await move(service, infohash, to);
		await reaches(service, infohash, to);
		await expectData(join(to, 'unknown'), FILES);
	});

	test('does not hide a file from a reader', async () => {
		const names = Array.from({ length: 40 }, (_, at) => `${at}.bin`);
		const infohash = await addComplete(service, 'many', Object.fromEntries(names.map((name) => [name, 100])));
		await allSeed(service);
		const to = `${service.downloadFolder}-new`;
		await move(service, infohash, to);
		const [first = ''] = [...names].sort();
		const content = noise(first, 100);
		let isMoving = true;
		while (isMoving) {
			isMoving = (await listed(service, infohash)).status === 'MOVING';
			expect((await streamed(service, infohash)).equals(content)).toBe(true);
		}
		await reaches(service, infohash, to);
	});

	test('continues the download in its new folder without reading all data again', async () => {
		const printed = service.output().length;
		const infohash = await addComplete(service, 'first', FILES);
		await allSeed(service);
		const events = await recordEvents(service.client());
		const to = await makeFolder();
		await writeFile(join(service.downloadFolder, 'first', 'foreign'), 'foreign');
		await move(service, infohash, to);
		await reaches(service, infohash, to);
		await expectData(join(to, 'first'), FILES);
		expect(await readdir(join(service.downloadFolder, 'first'))).toEqual(['foreign']);
		await events.event('torrent_status_changed', { infohash, status: 'MOVING' });
		await events.event('torrent_status_changed', { infohash, status: 'SEEDING' });
		const checks = [
			...service
				.output()
				.slice(printed)
				.matchAll(/(\d+) of (\d+) pieces read/g),
		];
		const [, read, total] = checks.at(-1) ?? [];
		expect([checks.length, Number(read) < Number(total)]).toEqual([2, true]);
	});

	test.each(['stopped', 'incomplete', 'without metadata'])(
		'of a download that is %s moves what there is',
		async (kind) => {
			const torrent = await makeTorrent(service.downloadFolder, 'first', FILES);
			const { infohash } = torrent;
			const uri = kind === 'without metadata' ? `magnet:?xt=urn:btih:${infohash}&dn=first` : torrent.path;
			if (kind === 'incomplete') await writeFile(join(service.downloadFolder, 'first/sub/b.bin'), 'wrong');
			// The file with other data may be of the user.
			await service.client().addDownload({ body: { uri, use_files: true } });
			if (kind === 'stopped') {
				await allSeed(service);
				await service.client().changeDownload({ params: { infohash }, body: { state: 'stop' } });
			}
			const status = { stopped: 'STOPPED', incomplete: 'DOWNLOADING' }[kind] ?? 'METADATA';
			const before = await reaches(service, infohash, service.downloadFolder, status);
			const to = await makeFolder();
			await move(service, infohash, to);
			const after = await reaches(service, infohash, to, status);
			expect(after.progress).toBeCloseTo(before.progress ?? 0);
			expect(existsSync(join(to, 'first'))).toBe(kind !== 'without metadata');
		},
	);

	test('is refused, and changes nothing, if a file is in the way, shared, a link or the own folder', async () => {
		const infohash = await addComplete(service, 'first', FILES);
		await allSeed(service);
		const conflict = { status: 409, code: 'MoveConflictError' };
		const occupied = await makeFolder();
		await mkdir(join(occupied, 'first'));
		await writeFile(join(occupied, 'first/a.bin'), 'other');
		await expect(move(service, infohash, occupied)).rejects.toMatchObject({
			...conflict,
			message: refusalText.exists(join(occupied, 'first/a.bin')),
		});
		await expect(move(service, infohash, service.downloadFolder)).rejects.toMatchObject({
			...conflict,
			message: refusalText.sameFolder(service.downloadFolder),
		});
		await expect(move(service, infohash, service.stateFolder)).rejects.toMatchObject({ status: 500 });

		const other = await makeTorrent(service.downloadFolder, 'first', FILES, { pieceLength: 32_768 });
		await service.client().addDownload({ body: { uri: other.path } });
		await allSeed(service);
		const to = await makeFolder();
		await expect(move(service, infohash, to)).rejects.toMatchObject({
			...conflict,
			message: refusalText.taken('first/a.bin', service.downloadFolder),
		});
		await service
			.client()
			.removeDownload({ params: { infohash: other.infohash }, body: { remove_data: false } });

		await service.client().changeDownload({ params: { infohash }, body: { state: 'stop' } });
		const outside = await makeFolder();
		await symlink(outside, join(to, 'first'));
		await expect(move(service, infohash, to)).rejects.toMatchObject(conflict);
		await expectData(join(service.downloadFolder, 'first'), FILES);
		expect(await readFile(join(occupied, 'first/a.bin'), 'utf8')).toBe('other');
		expect((await listed(service, infohash)).move_error).toBeUndefined();
	});

	test('is refused while downloaded data is missing', async () => {
		const infohash = await addComplete(service, 'first', FILES);
		await allSeed(service);
		const [from, to] = [service.downloadFolder, await makeFolder()];
		await rename(from, `${from}-unmounted`);
		await reaches(service, infohash, from, 'STOPPED_ON_ERROR');
		const message = refusalText.missing(join(from, 'first', 'a.bin'));
		await expect(move(service, infohash, to)).rejects.toMatchObject({ status: 409, message });
		await rename(`${from}-unmounted`, from);
		await move(service, infohash, to);
		await reaches(service, infohash, to, 'STOPPED_ON_ERROR');
		await expectData(join(to, 'first'), FILES);
	});

	test('is refused if the data does not fit', async ({ skip }) => {
		const infohash = await addComplete(service, 'first', FILES);
		await allSeed(service);
		const to = join(service.folder, 'small');
		if (!(await mountSmallDisk(to, 256 * 1024))) skip('a small disk takes the right to mount one');
		await expect(move(service, infohash, to)).rejects.toMatchObject({ status: 507, code: 'NoSpaceError' });
		expect(await readdir(to)).toEqual([]);
		await reaches(service, infohash, service.downloadFolder);
	});
});

describe.runIf(hasOtherFileSystem)(`a move across file systems${otherFileSystemText}`, () => {
	test('shows its progress, answers requests, refuses others, and is cancelled', async () => {
		const infohash = await addSparse(service, 'large', SIZE);
		await allSeed(service);
		const to = await makeFolderElsewhere();
		const shown = await partlyMoved(service, infohash, to);
		expect(shown).toMatchObject({ status_code: 10, moving_to: to, destination: service.downloadFolder });
		const client = service.client();
		const params = { infohash };
		const busy = { status: 409, code: 'MoveInProgressError' };
		await expect(move(service, infohash, await makeFolder())).rejects.toMatchObject(busy);
		await expect(client.changeDownload({ params, body: { state: 'recheck' } })).rejects.toMatchObject(busy);
		const body = { name: 'renamed', label: 'films', selected_files: [0], file_priorities: { high: [0] } };
		for (const change of [body, { state: 'stop' }, { state: 'resume' }] as const)
			await client.changeDownload({ params, body: change });
		expect((await client.listFiles({ params })).files).toHaveLength(1);
		expect(await listed(service, infohash)).toMatchObject({ status: 'MOVING', name: 'renamed' });
		expect(await client.cancelMove({ params })).toEqual({ cancelled: true, infohash });
		const after = await reaches(service, infohash, service.downloadFolder);
		expect([after.moving_to, after.move_error]).toEqual([undefined, undefined]);
		await expectSparse(service.downloadFolder, 'large', SIZE);
		expect(await readdir(to)).toEqual([]);
	});

	test('waits for its disk, and continues when the download is resumed', async () => {
		const infohash = await addSparse(service, 'large', SIZE);
		await allSeed(service);
		const to = await makeFolderElsewhere();
		await partlyMoved(service, infohash, to);
		await service.end();
		const unmounted = `${service.downloadFolder}-unmounted`;
		await rename(service.downloadFolder, unmounted);
		await mkdir(service.downloadFolder);
		await service.restart();
		const reason = moveDataText.missing(1, 1);
		const stuck = moveText.stuck(service.downloadFolder, to, reason);
		const found = await until(async () => {
			const each = await listed(service, infohash);
			return each.error === stuck && each;
		});
		expect(found.destination).toBe(service.downloadFolder);
		const removal = { params: { infohash }, body: { remove_data: true } };
		await expect(service.client().removeDownload(removal)).rejects.toMatchObject({
			status: 409,
			message: moveText.divided(service.downloadFolder, to),
		});
		await rmdir(service.downloadFolder);
		await rename(unmounted, service.downloadFolder);
		await service.client().changeDownload({ params: { infohash }, body: { state: 'resume' } });
		const after = await reaches(service, infohash, service.downloadFolder);
		expect(after.move_error).toBe(moveText.failed(service.downloadFolder, to, reason));
		await expectSparse(service.downloadFolder, 'large', SIZE);
		expect(await readdir(to)).toEqual([]);
	});

	test('ends, and copies nothing, when the disk of its target is not mounted', { timeout: 120_000 }, async ({
		skip,
	}) => {
		const disk = join(service.folder, 'disk');
		if (!(await mountSmallDisk(disk, SIZE))) skip('a disk takes the right to mount one');
		const infohash = await addSparse(service, 'large', SIZE / 2);
		await allSeed(service);
		await partlyMoved(service, infohash, join(disk, 'to'));
		await service.end();
		expect(spawnSync('umount', [disk]).status).toBe(0);
		await service.restart();
		const from = service.downloadFolder;
		expect((await reaches(service, infohash, from)).move_error).toBe(
			moveText.failed(from, join(disk, 'to'), moveText.unmounted(disk)),
		);
		await expectSparse(from, 'large', SIZE / 2);
		expect(await readdir(disk)).toEqual([]);
	});

	test('is cancelled by a removal', async () => {
		const infohash = await addSparse(service, 'large', SIZE);
		await allSeed(service);
		const to = await makeFolderElsewhere();
		await partlyMoved(service, infohash, to);
		await service.client().removeDownload({ params: { infohash }, body: { remove_data: false } });
		await until(async () => (await readdir(to)).length === 0);
		await expectSparse(service.downloadFolder, 'large', SIZE);
	});

	test('waits until its disk is free, also when another one that waits is cancelled', async () => {
		const first = await addSparse(service, 'first', SIZE);
		const [second, third] = [
			await addSparse(service, 'second', 8 * MIB),
			await addSparse(service, 'third', 16 * MIB),
		];
		await allSeed(service);
		const to = await makeFolderElsewhere();
		await partlyMoved(service, first, to);
		await move(service, second, to);
		await move(service, third, to);
		for (const waiting of [second, third])
			expect(await listed(service, waiting)).toMatchObject({ status: 'MOVING', progress: 0 });
		await service.client().cancelMove({ params: { infohash: second } });
		await reaches(service, second, service.downloadFolder);
		let atOnce = 0;
		await until(async () => {
			const { downloads } = await service.client().listDownloads();
			const moving = downloads.filter(({ status, progress }) => status === 'MOVING' && (progress ?? 0) > 0);
			atOnce = Math.max(atOnce, moving.length);
			return downloads.some(({ infohash, destination }) => infohash === third && destination === to);
		});
		expect(atOnce).toBe(1);
		await expectSparse(to, 'first', SIZE);
		await expectSparse(to, 'third', 16 * MIB);
	});
});
