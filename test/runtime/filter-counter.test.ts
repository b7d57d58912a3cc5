import { afterEach, expect, test } from 'vitest';
import { FilterCounter } from '../../source/runtime/filter-counter.ts';
import type { State } from '../../source/state/core/state.ts';
import { createStore, type Store } from '../../source/state/core/store.ts';
import { initialCounts } from '../../source/state/view/found-filters.ts';
import { update } from '../../source/tui/shell/update.ts';
import { until } from '../programs/until.ts';
import { screens } from '../screens/states.ts';

let counter: FilterCounter | undefined;
afterEach(() => counter?.close());

function begin(): Store {
	const store = createStore(screens.downloads as State, update);
	counter = new FilterCounter(store);
	store.dispatch({ type: 'view', what: { type: 'save-filter', name: 'stopped', filter: 'is:stopped' } });
	return store;
}

const open = (store: Store) =>
	store.dispatch({ type: 'open', dialog: { kind: 'filters', chosen: 0, found: initialCounts(store.get()) } });
const counted = (store: Store) => {
	const top = store.get().dialogs.at(-1);
	return top?.kind === 'filters' ? top.found?.counts.get('is:stopped') : undefined;
};
const stopped = (store: Store) =>
	store.get().downloads.list.filter(({ status }) => status.startsWith('STOPPED')).length;

test('filter counter counts the filters of the dialog when it opens, and again when the list has changed', async () => {
	const store = begin();
	open(store);
	await until(() => counted(store) === stopped(store));
	const list = store.get().downloads.list.map((download) => ({ ...download, status: 'STOPPED' }));
	const checkpoints = { all_loaded: true, loaded: list.length, total: list.length };
	store.dispatch({
		type: 'answer',
		query: 'downloads',
		endpoint: 'listDownloads',
		answer: { downloads: list, checkpoints },
		at: 0,
	});
	await until(() => counted(store) === list.length);
});

test('filter counter is idle while the dialog is closed', async () => {
	const store = begin();
	open(store);
	await until(() => counted(store) !== undefined);
	store.dispatch({ type: 'close' });
	let messages = 0;
	store.subscribe(() => messages++);
	const list = store.get().downloads.list.slice(1);
	const checkpoints = { all_loaded: true, loaded: list.length, total: list.length };
	store.dispatch({
		type: 'answer',
		query: 'downloads',
		endpoint: 'listDownloads',
		answer: { downloads: list, checkpoints },
		at: 0,
	});
	// It counts after it is opened again. Earlier work would have arrived first.
	open(store);
	await until(() => counted(store) === stopped(store));
	expect(messages).toBeLessThanOrEqual(4);
});

test('filter counter includes filters saved meanwhile', async () => {
	const store = begin();
	open(store);
	store.dispatch({ type: 'view', what: { type: 'save-filter', name: 'new', filter: 'size>0' } });
	await until(() => {
		const top = store.get().dialogs.at(-1);
		return top?.kind === 'filters' && top.found?.counts.has('size>0');
	});
});
