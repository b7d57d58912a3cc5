import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readSmallFile } from '../../source/client/discovery/small-file.ts';
import { keepView, viewKeeperText } from '../../source/runtime/view-keeper.ts';
import { initialState } from '../../source/state/core/state.ts';
import { createStore, type Store } from '../../source/state/core/store.ts';
import { filterChoices } from '../../source/state/view/filter-choices.ts';
import { initialCounts } from '../../source/state/view/found-filters.ts';
import type { SavedView } from '../../source/state/view/saved-view.ts';
import { update } from '../../source/tui/shell/update.ts';
import { type TemporaryFolder, temporaryFolder } from '../programs/temporary-folder.ts';
import { until } from '../programs/until.ts';

let folder: TemporaryFolder;
let path: string;
beforeEach(async () => {
	folder = await temporaryFolder();
	path = join(folder.path, 'view.json');
});
afterEach(() => folder.remove());

interface Cockpit {
	readonly store: Store;
	readonly end: () => Promise<void>;
	readonly save: (name: string, filter?: string) => void;
	readonly drop: (name: string) => void;
	/** Opens the dialog of filters again. */
	readonly reopen: () => void;
	/** The names of its saved filters. */
	readonly filterNames: () => string[];
	readonly notices: () => string[];
}

async function open(at = path): Promise<Cockpit> {
	const store = createStore(initialState('http://127.0.0.1:1', 'a test', 0), update);
	const end = keepView({ path: at, file: await readSmallFile(at) }, store);
	const view = (what: Parameters<Store['dispatch']>[0] & { type: 'view' }) => store.dispatch(what);
	return {
		store,
		end,
		save: (name, filter = 'error') => view({ type: 'view', what: { type: 'save-filter', name, filter } }),
		drop: (name) => view({ type: 'view', what: { type: 'delete-filter', name } }),
		reopen: () => {
			if (store.get().dialogs.length > 0) store.dispatch({ type: 'close' });
			const found = initialCounts(store.get());
			store.dispatch({ type: 'open', dialog: { kind: 'filters', chosen: 0, found } });
		},
		filterNames: () => store.get().view.filters.map(({ name }) => name),
		notices: () => store.get().journal.entries.map(({ text }) => text),
	};
}

/** The row of the cursor in its dialog of filters. */
const chosenIn = ({ store }: Cockpit) => {
	const top = store.get().dialogs.at(-1);
	return top?.kind === 'filters' ? filterChoices(store.get())[top.chosen]?.name : undefined;
};

const inFile = async (): Promise<string[]> => {
	const { filters = [] }: Partial<SavedView> = JSON.parse(await readFile(path, 'utf8').catch(() => '{}'));
	return filters.map(({ name }) => name);
};
const written = (...names: string[]) => until(async () => (await inFile()).join() === names.join());

describe('two cockpits at a time', () => {
	test('share the filters that either used, the newest first, also at the next start', async () => {
		const [one, other] = [await open(), await open()];
		const use = ({ store }: Cockpit, filter: string) =>
			store.dispatch({ type: 'view', what: { type: 'filter', filter } });
		const earlier = ({ store }: Cockpit) => store.get().view.earlier;
		use(one, 'a');
		use(one, 'b');
		await one.end();
		use(other, 'c');
		use(other, 'a');
		other.reopen();
		await until(() => earlier(other).join() === 'a,c,b');
		await other.end();
		expect(earlier(await open())).toEqual(['a', 'c', 'b']);
	});

	test('load filters saved or deleted by the other when the dialog opens', async () => {
		const [one, other] = [await open(), await open()];
		one.save('mine');
		await written('mine');
		expect(other.filterNames()).toEqual([]);
		other.reopen();
		await until(() => other.filterNames().join() === 'mine');
		one.drop('mine');
		await written();
		other.reopen();
		await until(() => other.filterNames().length === 0);
		await Promise.all([one.end(), other.end()]);
		expect(other.notices()).toEqual([]);
	});

	test('never lose a change of either', async () => {
		const [one, other] = [await open(), await open()];
		one.save('both', 'error');
		one.save('one');
		await written('both', 'one');
		other.save('other');
		// Writing merges with the file's content at that moment.
		await until(() => other.filterNames().join() === 'both,one,other');
		other.save('both', 'ratio>2');
		one.drop('one');
		await Promise.all([one.end(), other.end()]);
		const { filters } = JSON.parse(await readFile(path, 'utf8'));
		expect(filters).toHaveLength(2);
		expect(filters).toContainEqual({ name: 'both', filter: 'ratio>2' });
		expect(filters).toContainEqual({ name: 'other', filter: 'error' });
	});

	test('keep unsaved changes when they load those of the other', async () => {
		const [one, other] = [await open(), await open()];
		one.save('one');
		await one.end();
		other.save('other');
		other.reopen();
		await until(() => other.filterNames().join() === 'one,other');
		await other.end();
		expect((await inFile()).toSorted()).toEqual(['one', 'other']);
	});

	test('lose no change when one quits while it still loads', async () => {
		const [one, other] = [await open(), await open()];
		other.save('other');
		await other.end();
		one.reopen();
		one.save('one');
		await one.end();
		expect((await inFile()).toSorted()).toEqual(['one', 'other']);
	});

	test('keep the cursor on the filter under it', async () => {
		const [one, other] = [await open(), await open()];
		other.save('m');
		other.reopen();
		const lines = filterChoices(other.store.get()).length;
		other.store.dispatch({ type: 'move', rows: lines - 1, lines });
		expect(chosenIn(other)).toBe('m');
		one.save('a');
		await one.end();
		other.store.dispatch({
			type: 'open',
			dialog: { kind: 'columns', room: 'wide', chosen: 0, before: undefined },
		});
		await until(() => other.filterNames().join() === 'a,m');
		other.store.dispatch({ type: 'close' });
		other.save('b');
		expect(chosenIn(other)).toBe('b');
		await other.end();
	});
});

test('a file with a duplicate name is rewritten once only', async () => {
	await writeFile(path, '{"filters": [{"name": "a", "filter": "x"}, {"name": "a", "filter": "y"}]}');
	const one = await open();
	one.save('b');
	await until(async () => (await inFile()).includes('b'));
	const before = (await stat(path)).mtimeMs;
	one.reopen();
	await one.end();
	expect((await stat(path)).mtimeMs).toBe(before);
	expect(one.filterNames()).toEqual(['a', 'b']);
});

test.each([
	['a place where nothing can be written', async () => '/proc/seedtop/view.json'],
	[
		'a folder where the file should be',
		async () => {
			await mkdir(path);
			return path;
		},
	],
])('%s is reported once, and the cockpit keeps working', async (_, place) => {
	const at = await place();
	const one = await open(at);
	one.save('a');
	await until(() => one.notices().some((text) => text.startsWith(viewKeeperText.unsaved(''))));
	one.reopen();
	one.save('b');
	one.drop('a');
	await one.end();
	expect(one.filterNames()).toEqual(['b']);
	expect(one.notices().filter((text) => text.startsWith(viewKeeperText.unsaved('')))).toHaveLength(1);
});
