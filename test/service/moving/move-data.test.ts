import { randomInt } from 'node:crypto';
import { existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import {
	link,
	mkdir,
	readdir,
	readFile,
	rename,
	rm,
	stat,
	symlink,
	utimes,
	writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type MoveIntent, newIntent } from '../../../source/service/moving/intent.ts';
import { MoveData, moveDataText } from '../../../source/service/moving/move-data.ts';
import { PathExists } from '../../../source/service/moving/place-file.ts';
import { makeFolder } from '../../fixtures/folder.ts';
import {
	hasOtherFileSystem,
	makeFolderElsewhere,
	otherFileSystemText,
} from '../../fixtures/other-file-system.ts';
import { runMover } from '../../programs/mover-process.ts';
import { noise } from '../../programs/torrents.ts';
import { runs } from '../../runs.ts';

/** Bytes that are copied between two flushes. */
const WINDOW = 128 * 1024;
/** Size of the first file: three windows. */
const SIZE_OF_A = 375_000;
const SIZES: Readonly<Record<string, number>> = {
	'name/a': SIZE_OF_A,
	'name/sub/b': 5,
	'name/sub/deep/c': 0,
	'name/sub/deep/d': 187_500,
	'name/missing': -1,
};
const paths = Object.keys(SIZES);
/** Number of files that exist. */
const PRESENT = paths.length - 1;
const files = paths.map((path) => ({ diskPath: path }));

interface Places {
	readonly from: string;
	readonly to: string;
}

async function writeFiles(folder: string): Promise<void> {
	for (const [path, size] of Object.entries(SIZES)) {
		await mkdir(dirname(join(folder, path)), { recursive: true });
		if (size >= 0) await writeFile(join(folder, path), noise(path, size));
	}
}

/** Returns all paths below a folder, sorted. */
async function pathsIn(folder: string): Promise<string[]> {
	return (await readdir(folder, { recursive: true })).sort();
}

async function expectAllIn(folder: string): Promise<void> {
	for (const [path, size] of Object.entries(SIZES)) {
		if (size < 0) expect(existsSync(join(folder, path))).toBe(false);
		else expect((await readFile(join(folder, path))).equals(noise(path, size)), path).toBe(true);
	}
}

function begunMove(from: string, to: string, mode: MoveIntent['mode'], kept: string[]): MoveIntent {
	return newIntent({ from, to, mode, kept, present: PRESENT, foreign: [], mountPoint: '' });
}

function begin({ from, to }: Places, mode: MoveIntent['mode'], kept: string[] = []) {
	const stop = new AbortController();
	const saved: MoveIntent[] = [begunMove(from, to, mode, kept)];
	const progress: [moved: number, size: number][] = [];
	const onProgress = (moved: number, size: number) => progress.push([moved, size]);
	const data = (signal = stop.signal) =>
		new MoveData(saved.at(-1) ?? begunMove(from, to, mode, kept), {
			files,
			guard: { reasonToKeepFolder: async () => undefined },
			signal,
			save: async (intent) => {
				signal.throwIfAborted();
				saved.push(intent);
			},
			onProgress: (moved, size) => onProgress(moved, size),
			window: WINDOW,
		});
	return { data, stop, saved, progress };
}

const modes = ['rename', 'copy'] as const;
const SIZE = Object.values(SIZES).reduce((sum, size) => sum + Math.max(0, size), 0);

/** Returns two folders, on two file systems for a copy if the machine has them. */
async function placesOf(mode: MoveIntent['mode']): Promise<Places> {
	const [from, to] = [
		await makeFolder(),
		mode === 'copy' && hasOtherFileSystem ? await makeFolderElsewhere() : await makeFolder(),
	];
	await writeFiles(from);
	return { from, to };
}

describe.each(modes)('MoveData by %s', (mode) => {
	test('moves the files of the torrent only, and removes emptied folders', async () => {
		const places = await placesOf(mode);
		await writeFile(join(places.from, 'name/sub/foreign'), 'foreign');
		const { data, saved, progress } = begin(places, mode);
		expect(await data().move()).toEqual([]);
		await expectAllIn(places.to);
		expect(await pathsIn(places.from)).toEqual(['name', 'name/sub', 'name/sub/foreign']);
		expect(await pathsIn(places.to)).toEqual(
			['name', 'name/sub', 'name/sub/deep', ...paths.filter((path) => path !== 'name/missing')].sort(),
		);
		expect(saved.map(({ step }) => step)).toEqual(
			mode === 'copy' ? ['moving', 'placing', 'cleaning'] : ['moving', 'cleaning'],
		);
		expect(progress.at(-1)).toEqual([SIZE, SIZE]);
	});

	test('returns everything after a cancellation at any moment', async () => {
		for (let steps = 1; steps < 14; steps++) {
			const places = await placesOf(mode);
			const { stop, saved, data, progress } = begin(places, mode);
			const counting = progress.push.bind(progress);
			progress.push = (...each) => {
				if (progress.length === steps) stop.abort(new Error('cancelled'));
				return counting(...each);
			};
			const end = await data()
				.move()
				.then(
					() => 'moved',
					(error: unknown) => String(error),
				);
			if (end === 'moved' || saved.at(-1)?.step === 'cleaning') break;
			expect(end).toContain('cancelled');
			await data(new AbortController().signal).revert();
			await expectAllIn(places.from);
			expect(await pathsIn(places.to)).toEqual([]);
		}
	});

	test('replaces no foreign file, and returns the own ones', async () => {
		const places = await placesOf(mode);
		await mkdir(join(places.to, 'name/sub'), { recursive: true });
		await writeFile(join(places.to, 'name/sub/b'), 'other');
		const { data } = begin(places, mode, ['name', 'name/sub']);
		await expect(data().move()).rejects.toThrow(PathExists);
		await data().revert();
		await expectAllIn(places.from);
		expect(await readFile(join(places.to, 'name/sub/b'), 'utf8')).toBe('other');
		expect(await pathsIn(places.to)).toEqual(['name', 'name/sub', 'name/sub/b']);
	});

	test('keeps folders that existed before, when it returns', async () => {
		const places = await placesOf(mode);
		await mkdir(join(places.to, 'name'));
		const { data, stop, progress } = begin(places, mode, ['name']);
		progress.push = () => {
			stop.abort(new Error('cancelled'));
			return 0;
		};
		await expect(data().move()).rejects.toThrow('cancelled');
		await data(new AbortController().signal).revert();
		expect(await pathsIn(places.to)).toEqual(['name']);
	});

	test('neither ends nor returns while the disk of its files is not mounted', async () => {
		const places = await placesOf(mode);
		const { data, stop, saved, progress } = begin(places, mode);
		progress.push = (...each) => {
			if (each.some(([moved]) => moved > SIZE / 2)) stop.abort(new Error('interrupted'));
			return 0;
		};
		await expect(data().move()).rejects.toThrow('interrupted');
		const away = `${places.from}-unmounted`;
		const awayToo = `${places.to}-unmounted`;
		await rename(places.from, away);
		if (mode === 'rename') await rename(places.to, awayToo);
		const again = () => data(new AbortController().signal);
		await expect(again().move()).rejects.toThrow(moveDataText.missing(PRESENT, PRESENT));
		expect(saved.at(-1)?.step).toBe('moving');
		await expect(again().revert()).rejects.toThrow(moveDataText.missing(PRESENT, PRESENT));
		await rename(away, places.from);
		if (mode === 'rename') await rename(awayToo, places.to);
		await again().move();
		await expectAllIn(places.to);
	});

	test('fails if another program deletes a file', async () => {
		const places = await placesOf(mode);
		const { data } = begin(places, mode);
		await rm(join(places.from, 'name/sub/b'));
		await expect(data().move()).rejects.toThrow(moveDataText.missing(1, PRESENT));
		await data().revert();
		expect(existsSync(join(places.from, 'name/a'))).toBe(true);
		expect(await pathsIn(places.to)).toEqual([]);
	});

	test('refuses a symbolic link in place of a new folder', async () => {
		const places = await placesOf(mode);
		const outside = await makeFolder();
		await symlink(outside, join(places.to, 'name'));
		const { data } = begin(places, mode);
		await expect(data().move()).rejects.toThrow(moveDataText.notAFolder(join(places.to, 'name')));
		await data().revert();
		await expectAllIn(places.from);
		expect(await pathsIn(outside)).toEqual([]);
	});
});

describe('MoveData', () => {
	test.runIf(hasOtherFileSystem)(
		`copies when a rename reaches another file system${otherFileSystemText}`,
		async () => {
			const places = await placesOf('copy');
			const { data, saved } = begin(places, 'rename');
			await data().move();
			await expectAllIn(places.to);
			expect(saved.map(({ mode, step }) => `${mode} ${step}`)).toContain('copy placing');
		},
	);

	test('keeps an old file that another program changed after it was copied', async () => {
		const places = await placesOf('copy');
		const { data, saved } = begin(places, 'copy');
		await data().move();
		await mkdir(join(places.from, 'name'), { recursive: true });
		await writeFile(join(places.from, 'name/a'), 'changed');
		expect(saved.at(-1)?.step).toBe('cleaning');
		expect(await data().move()).toHaveLength(1);
		expect(await readFile(join(places.from, 'name/a'), 'utf8')).toBe('changed');
	});

	test('keeps an old file that was changed after it was copied, also with the same length', async () => {
		const places = await placesOf('copy');
		const { data, saved } = begin(places, 'copy');
		await data().move();
		await mkdir(join(places.from, 'name'), { recursive: true });
		await writeFile(join(places.from, 'name/a'), noise('changed', SIZE_OF_A));
		await utimes(join(places.from, 'name/a'), new Date(), new Date(Date.now() + 10_000));
		expect(saved.at(-1)?.step).toBe('cleaning');
		const path = join(places.from, 'name/a');
		expect(await data().move()).toEqual([moveDataText.notDeleted(path, moveDataText.changed)]);
		expect((await readFile(path)).equals(noise('changed', SIZE_OF_A))).toBe(true);
	});

	test.each([
		['with the same time', 0],
		['within the 2 s after its time', 1_000],
		['with an earlier time', -1_000],
	])('keeps an old file that was changed while the next one was copied, %s', async (_, shift) => {
		const places = await placesOf('copy');
		const path = join(places.from, 'name/a');
		const old = new Date(Date.now() - 3_600_000);
		await utimes(path, old, old);
		const { data, progress } = begin(places, 'copy');
		const counting = progress.push.bind(progress);
		let isChanged = false;
		progress.push = (...each) => {
			if (!isChanged && each.some(([moved]) => moved > SIZE_OF_A)) {
				isChanged = true;
				writeFileSync(path, noise('changed', SIZE_OF_A));
				utimesSync(path, old, new Date(old.getTime() + shift));
			}
			return counting(...each);
		};
		expect(await data().move()).toEqual([moveDataText.notDeleted(path, moveDataText.changed)]);
		expect((await readFile(path)).equals(noise('changed', SIZE_OF_A))).toBe(true);
	});

	test('deletes an old file of which only permissions and names changed after it was copied', async () => {
		const places = await placesOf('copy');
		const path = join(places.from, 'name/a');
		const { data, saved } = begin(places, 'copy');
		const first = data();
		await first.move();
		await mkdir(dirname(path), { recursive: true });
		await writeFile(path, noise('name/a', SIZE_OF_A), { mode: 0o600 });
		expect(saved.at(-1)?.step).toBe('cleaning');
		expect(await first.move()).toEqual([]);
		expect(existsSync(path)).toBe(false);
	});

	test('copies a file again that was changed while the move was interrupted, with its time', async () => {
		const places = await placesOf('copy');
		const path = join(places.from, 'name/a');
		const { mtime } = await stat(path);
		const { data, stop, progress } = begin(places, 'copy');
		progress.push = (...each) => {
			if (each.some(([moved]) => moved > SIZE_OF_A)) stop.abort(new Error('interrupted'));
			return 0;
		};
		await expect(data().move()).rejects.toThrow('interrupted');
		await writeFile(path, noise('changed', SIZE_OF_A));
		await utimes(path, mtime, mtime);
		await data(new AbortController().signal).move();
		expect((await readFile(join(places.to, 'name/a'))).equals(noise('changed', SIZE_OF_A))).toBe(true);
	});

	test('deletes no old file that is the new file too', async () => {
		const places = await placesOf('rename');
		const { data, saved } = begin(places, 'rename');
		await data().move();
		await mkdir(join(places.from, 'name'), { recursive: true });
		await link(join(places.to, 'name/a'), join(places.from, 'name/a'));
		const last = saved.at(-1);
		if (last) saved.push({ ...last, mode: 'copy' });
		await data().move();
		expect((await stat(join(places.from, 'name/a'))).nlink).toBe(2);
	});
});

/** Kills of each mode. */
const KILLS = runs(2);
/** Kills of renames are in the long tests. */
const killedModes = runs(1) > 1 ? modes : (['copy'] as const);

describe.each(killedModes)('MoveData by %s, killed', (mode) => {
	test.each(['move', 'back'] as const)(
		`loses nothing over ${KILLS} kills of a process that runs '%s'`,
		{ timeout: 120_000 },
		async (direction) => {
			const places = await placesOf(mode);
			const intentPath = join(await makeFolder(), 'intent');
			await writeFile(intentPath, JSON.stringify(begunMove(places.from, places.to, mode, [])));
			let current: 'move' | 'back' = 'move';
			for (let kill = 0; kill < KILLS; kill++) {
				if (direction === 'back' && kill === KILLS / 2 && stepOf(intentPath) !== 'cleaning') current = 'back';
				const ended = await runMover(intentPath, current, paths, randomInt(30));
				for (const [path, size] of Object.entries(SIZES)) {
					if (size < 0) continue;
					const isWhole = [places.from, places.to].some(
						(folder) =>
							existsSync(join(folder, path)) && readFileSync(join(folder, path)).equals(noise(path, size)),
					);
					expect(isWhole, `${path} after kill ${kill}`).toBe(true);
				}
				if (ended) break;
			}
			await runMover(intentPath, current, paths);
			const [full, empty] = current === 'move' ? [places.to, places.from] : [places.from, places.to];
			await expectAllIn(full);
			expect(await pathsIn(empty)).toEqual([]);
		},
	);
});

function stepOf(path: string): string {
	return (JSON.parse(readFileSync(path, 'utf8')) as MoveIntent).step;
}
