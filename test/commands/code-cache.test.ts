import { execFileSync, spawn } from 'node:child_process';
import {
	chmodSync,
	chownSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	symlinkSync,
	truncateSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { CodeCache, cacheFolder } from '../../source/commands/cockpit/code-cache.ts';
import { type TemporaryFolder, temporaryFolder } from '../programs/temporary-folder.ts';

const code = Buffer.from('compiled code');
let folder: TemporaryFolder;
let count = 0;

beforeAll(async () => {
	folder = await temporaryFolder();
});
afterAll(() => folder.remove());

/** A cache with code, and the path of its file. */
function filled() {
	const place = join(folder.path, String(count++), 'seedtop');
	const cache = new CodeCache(place, 'cockpit', 'aa11');
	cache.write(code);
	const [name = ''] = readdirSync(place);
	return { place, cache, path: join(place, name) };
}

describe('CodeCache', () => {
	test('reads what it wrote, from a file and a folder that only this account can use', () => {
		const { place, cache, path } = filled();
		expect(cache.read()).toEqual(code);
		expect(statSync(place).mode & 0o777).toBe(0o700);
		expect(statSync(path).mode & 0o777).toBe(0o600);
	});

	test('has no code without a file, or for another source', () => {
		const { place } = filled();
		expect(new CodeCache(join(folder.path, 'nothing'), 'cockpit', 'aa11').read()).toBeUndefined();
		expect(new CodeCache(place, 'cockpit', 'bb22').read()).toBeUndefined();
	});

	test('ignores a file that is shorter, changed or empty, and replaces it', () => {
		for (const damage of [
			(path: string) => truncateSync(path, 10),
			(path: string) => truncateSync(path, 0),
			(path: string) => writeFileSync(path, readFileSync(path).fill(1, 5, 6)),
		]) {
			const { cache, path } = filled();
			damage(path);
			expect(cache.read()).toBeUndefined();
			cache.write(code);
			expect(cache.read()).toEqual(code);
		}
	});

	test('ignores a file or a folder that other accounts can write', () => {
		const file = filled();
		chmodSync(file.path, 0o620);
		expect(file.cache.read()).toBeUndefined();
		const parent = filled();
		chmodSync(parent.place, 0o702);
		expect(parent.cache.read()).toBeUndefined();
		const before = statSync(parent.path).mtimeMs;
		parent.cache.write(Buffer.from('other code'));
		expect(statSync(parent.path).mtimeMs).toBe(before);
	});

	test.skipIf(process.getuid?.() !== 0)('ignores a file or a folder of another account', () => {
		const file = filled();
		chownSync(file.path, 12_345, 12_345);
		expect(file.cache.read()).toBeUndefined();
		const parent = filled();
		chownSync(parent.place, 12_345, 12_345);
		expect(parent.cache.read()).toBeUndefined();
	});

	test('ignores links in the place of the file and of the folder', () => {
		const file = filled();
		renameSync(file.path, `${file.path}-moved`);
		symlinkSync(`${file.path}-moved`, file.path);
		expect(file.cache.read()).toBeUndefined();
		const parent = filled();
		renameSync(parent.place, `${parent.place}-moved`);
		symlinkSync(`${parent.place}-moved`, parent.place);
		expect(parent.cache.read()).toBeUndefined();
	});

	test('removes the code of other versions, and no other files', () => {
		const { place, cache } = filled();
		writeFileSync(join(place, 'notes'), '');
		const other = new CodeCache(place, 'ink', 'aa11');
		other.write(code);
		const newer = new CodeCache(place, 'cockpit', 'bb22');
		newer.write(code);
		expect(cache.read()).toBeUndefined();
		expect(newer.read()).toEqual(code);
		expect(other.read()).toEqual(code);
		expect(readdirSync(place)).toHaveLength(3);
	});

	test('does not wait for a writer of a pipe in the place of the file', () => {
		const { cache, path } = filled();
		rmSync(path);
		execFileSync('mkfifo', [path]);
		// Without a writer, opening the pipe to read would block. The writer ends that after a while.
		const writer = spawn('sh', ['-c', `sleep 2; exec 9<>'${path}'; sleep 1`]);
		onTestFinished(() => void writer.kill());
		const before = performance.now();
		expect(cache.read()).toBeUndefined();
		expect(performance.now() - before).toBeLessThan(1000);
	});

	test('leaves nothing of a write that failed', () => {
		const { place, cache, path } = filled();
		rmSync(path);
		mkdirSync(path);
		cache.write(code);
		expect(readdirSync(place)).toHaveLength(1);
	});

	test('goes on without a place that can be written', () => {
		const path = join(folder.path, 'file');
		writeFileSync(path, '');
		const cache = new CodeCache(join(path, 'seedtop'), 'cockpit', 'aa11');
		cache.write(code);
		expect(cache.read()).toBeUndefined();
	});
});

describe('cacheFolder', () => {
	test('prefers an absolute XDG_CACHE_HOME to the home', () => {
		expect(cacheFolder({ XDG_CACHE_HOME: '/caches' }, '/home/me')).toBe('/caches/seedtop');
		expect(cacheFolder({ XDG_CACHE_HOME: 'caches' }, '/home/me')).toBe('/home/me/.cache/seedtop');
		expect(cacheFolder({}, '/home/me')).toBe('/home/me/.cache/seedtop');
	});
});
