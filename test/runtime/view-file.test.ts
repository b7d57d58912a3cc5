import { chmod, mkdir, readdir, readFile, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fileProblems } from '../../source/client/discovery/small-file.ts';
import { writeView } from '../../source/runtime/view-file.ts';
import { readView, type SavedView } from '../../source/state/view/saved-view.ts';
import { type TemporaryFolder, temporaryFolder } from '../programs/temporary-folder.ts';

let folder: TemporaryFolder;
let path: string;
beforeEach(async () => {
	folder = await temporaryFolder();
	path = join(folder.path, 'config', 'view.json');
});
afterEach(() => folder.remove());

const nothing = readView('{}').saved;
const withFilters = (...names: string[]): SavedView => ({
	...nothing,
	filters: names.map((name) => ({ name, filter: 'error' })),
});
const kept = async () => readView(await readFile(path, 'utf8')).saved.filters.map(({ name }) => name);
const put = async (text: string) => {
	await mkdir(join(folder.path, 'config'), { recursive: true });
	await writeFile(path, text);
};

describe('a view is written', () => {
	test('into a new folder, without other files beside it', async () => {
		expect(await writeView(path, nothing, withFilters('one'))).toEqual({ saved: withFilters('one') });
		expect(await kept()).toEqual(['one']);
		expect(await readdir(join(folder.path, 'config'))).toEqual(['view.json']);
	});

	test('by several processes at once, with the choices of each', async () => {
		const names = Array.from({ length: 20 }, (_, index) => `filter ${index}`);
		await Promise.all(names.map((name) => writeView(path, nothing, withFilters(name))));
		expect((await kept()).toSorted()).toEqual(names.toSorted());
		expect(await readdir(join(folder.path, 'config'))).toEqual(['view.json']);
	});

	test('despite a stale lock', async () => {
		await put('{}');
		await writeFile(`${path}.lock`, '');
		await utimes(`${path}.lock`, new Date(0), new Date(0));
		await writeView(path, nothing, withFilters('one'));
		expect(await kept()).toEqual(['one']);
	});

	test('through a link, which stays a link', async () => {
		await put('{}');
		const linked = join(folder.path, 'linked.json');
		await symlink(path, linked);
		await writeView(linked, nothing, withFilters('one'));
		expect(await kept()).toEqual(['one']);
	});
});

describe('an invalid view file', () => {
	test('is kept beside the new one, each under its own name', async () => {
		await put('not JSON');
		expect(await writeView(path, nothing, withFilters('one'))).toMatchObject({ backup: `${path}.broken` });
		await put('[]');
		expect(await writeView(path, nothing, withFilters('two'))).toMatchObject({ backup: `${path}.broken-2` });
		expect(await readFile(`${path}.broken`, 'utf8')).toBe('not JSON');
		expect(await readFile(`${path}.broken-2`, 'utf8')).toBe('[]');
		expect(await kept()).toEqual(['two']);
	});

	test('is kept if only a part is invalid, and the rest applies', async () => {
		await put('{ "filters": [{ "name": "old", "filter": "error" }], "columns": 7 }');
		expect(await writeView(path, nothing, withFilters('one'))).toMatchObject({ backup: `${path}.broken` });
		expect(await kept()).toEqual(['old', 'one']);
		// From then on the file is valid.
		expect(await writeView(path, withFilters('one'), withFilters('one', 'two'))).toEqual({
			saved: withFilters('old', 'one', 'two'),
		});
		expect(await kept()).toEqual(['old', 'one', 'two']);
	});
});

test.skipIf(process.getuid?.() === 0)('writeView returns the reason if it cannot write', async () => {
	await put('{}');
	await chmod(join(folder.path, 'config'), 0o500);
	const { fault } = await writeView(path, nothing, withFilters('one'));
	await chmod(join(folder.path, 'config'), 0o700);
	expect(fault).toMatch(/EACCES/);
});

test('writeView reports a failure to write the view file', async () => {
	await mkdir(path, { recursive: true });
	expect((await writeView(path, nothing, withFilters('one'))).fault).toBe(
		`${path} ${fileProblems.unreadable('EISDIR')}.`,
	);
});
