import { describe, expect, onTestFinished, test } from 'vitest';
import type { Message } from '../../../../source/state/core/message.ts';
import { createStore, type Store } from '../../../../source/state/core/store.ts';
import { missingListText } from '../../../../source/state/downloads/downloads.ts';
import { viewCommandsText } from '../../../../source/tui/panes/downloads/view-commands.ts';
import {
	LoadingInput,
	loadingInputText,
	MAX_WAITING_KEYS,
} from '../../../../source/tui/shell/keyboard/loading-input.ts';
import { update } from '../../../../source/tui/shell/update.ts';
import { contextOf, keyEvent } from '../../../screens/pressing.ts';
import { downloads, now, screens } from '../../../screens/states.ts';

interface Loading {
	readonly store: Store;
	readonly input: LoadingInput;
	/** Presses keys, and lets waiting keys be replayed. */
	readonly press: (...keys: string[]) => Promise<void>;
	readonly dispatch: (message: Message) => Promise<void>;
	readonly notice: () => string | undefined;
	readonly quits: () => number;
}

function open(name: 'connecting' | 'loading' | 'empty' | 'unreachable' = 'connecting'): Loading {
	const state = screens[name];
	if (!state) throw new Error(`there is no screen ${name}`);
	const store = createStore(state, update);
	let quits = 0;
	const context = contextOf(
		store,
		() => ({ columns: 80, rows: 24 }),
		() => quits++,
	);
	const input = new LoadingInput(store, context);
	onTestFinished(() => input.close());
	return {
		store,
		input,
		press: async (...keys) => {
			for (const key of keys) input.handle(keyEvent(key));
			await Promise.resolve();
		},
		dispatch: async (message) => {
			store.dispatch(message);
			await Promise.resolve();
		},
		notice: () => store.get().journal.notice?.text,
		quits: () => quits,
	};
}

const listed: Message = {
	type: 'answer',
	query: 'downloads',
	endpoint: 'listDownloads',
	answer: {
		downloads: [...downloads],
		checkpoints: { all_loaded: true, loaded: downloads.length, total: downloads.length },
	},
	at: now,
};
const failure: Message = {
	type: 'query-failed',
	query: 'downloads',
	failure: { kind: 'unreachable', message: 'Cannot reach it.', hint: '' },
	at: now,
};

describe.each(['connecting', 'loading'] as const)('while the list is loading (%s)', (name) => {
	test('keys wait for the list and act on it in order', async () => {
		const { store, press, dispatch, notice } = open(name);
		await press('j', 'j', 'space', 'S', 'z');
		expect(store.get().dialogs).toEqual([]);
		expect(notice()).toBe(loadingInputText.waiting(5));
		await dispatch(listed);
		expect([...store.get().downloads.selection]).toEqual([downloads[2]?.infohash]);
		expect(store.get().downloads.sort?.column).toBe('size');
	});

	test('keys that need no list act at once, unless others are waiting', async () => {
		const { store, press } = open(name);
		await press('?');
		expect(store.get().dialogs).toMatchObject([{ kind: 'help' }]);
		await press('escape', 'j', '?');
		expect(store.get().dialogs).toEqual([]);
	});

	test('at most a bounded number of keys wait', async () => {
		const { store, press, dispatch, notice } = open(name);
		await press(...Array.from({ length: MAX_WAITING_KEYS }, () => 'k'), 'j', 'S');
		expect(notice()).toBe(loadingInputText.ignored);
		await dispatch(listed);
		expect(store.get().downloads.cursorAt).toBe(0);
		expect(store.get().dialogs).toEqual([]);
	});

	test('escape, a click and a failure drop the waiting keys', async () => {
		const drops: readonly (readonly [drop: (loading: Loading) => Promise<void>, notice: string])[] = [
			[({ press }) => press('escape'), loadingInputText.discarded(2)],
			[async ({ input }) => input.drop(), loadingInputText.discarded(2)],
			[({ dispatch }) => dispatch(failure), loadingInputText.discarded(2, loadingInputText.notLoaded)],
		];
		for (const [drop, notice] of drops) {
			const loading = open(name);
			await loading.press('j', 'd');
			await drop(loading);
			expect(loading.notice()).toBe(notice);
			await loading.dispatch(listed);
			expect(loading.store.get()).toMatchObject({ dialogs: [], downloads: { cursorAt: 0 } });
		}
	});

	test('ctrl-c quits at once, with any waiting keys', async () => {
		const { press, quits } = open(name);
		await press('j', 'd', 'ctrl-c');
		expect(quits()).toBe(1);
	});

	test('pasted text is refused while keys wait', async () => {
		const { input, press, notice, store } = open(name);
		await press('j');
		input.handle({ type: 'paste', text: 'magnet:?xt=urn:btih:d2474e86c95b19b8bcfdb92bc12c9d44667cfa36' });
		expect(notice()).toBe(loadingInputText.paste);
		expect(store.get().dialogs).toEqual([]);
	});

	test('a filter is typed at once', async () => {
		const { store, press, dispatch } = open(name);
		await press('/', 'n', 'e', 's', 't', 'enter', 'j');
		await dispatch(listed);
		expect(store.get().downloads.view.map((each) => each.name)).toEqual(['nested']);
	});
});

describe('a key that needs the list', () => {
	test('reports that there are no downloads only if the list arrived empty', async () => {
		const { press, notice } = open('empty');
		await press('S');
		expect(notice()).toBe(viewCommandsText.noDownloads);
	});

	test('reports that the list could not be loaded after a failure', async () => {
		const { press, notice } = open('unreachable');
		for (const key of ['S', 's', 'd', 'j', 'enter', 'f', 'space']) {
			await press(key);
			expect(notice()).toBe(missingListText.failed);
		}
	});
});
