import { describe, expect, onTestFinished, test } from 'vitest';
import type { Message } from '../../../../source/state/core/message.ts';
import { createStore, type Store } from '../../../../source/state/core/store.ts';
import { commands } from '../../../../source/tui/shell/commands/keymap.ts';
import {
	CONFIRM_DELAY_MS,
	CONFIRM_GAP_MS,
	ConfirmGuard,
} from '../../../../source/tui/shell/keyboard/confirm-guard.ts';
import { handleInput, pasteText } from '../../../../source/tui/shell/keyboard/keyboard.ts';
import { update } from '../../../../source/tui/shell/update.ts';
import { commandText } from '../../../../source/tui/surfaces/command.ts';
import { contextOf, keyEvent } from '../../../screens/pressing.ts';
import { screens } from '../../../screens/states.ts';

interface Guarded {
	readonly store: Store;
	/** Presses keys without a pause between them, after so many milliseconds. */
	readonly press: (pause: number, ...keys: string[]) => void;
	readonly paste: (pause: number, text: string) => void;
	/** Requests sent to the service so far. */
	readonly requests: () => number;
	readonly kind: () => string | undefined;
	readonly notice: () => string | undefined;
}

function open(): Guarded {
	const store = createStore(screens.downloads ?? fail(), update);
	let now = 0;
	let requests = 0;
	const guard = new ConfirmGuard(store, () => now);
	onTestFinished(() => guard.close());
	const context = contextOf(
		store,
		() => ({ columns: 80, rows: 24 }),
		undefined,
		() => requests++,
		() => guard.isTypeAhead(),
	);
	return {
		store,
		press: (pause, ...keys) => {
			now += pause;
			for (const key of keys) {
				handleInput(keyEvent(key), context);
				guard.noteInput();
			}
		},
		paste: (pause, text) => {
			now += pause;
			handleInput({ type: 'paste', text }, context);
			guard.noteInput();
		},
		requests: () => requests,
		kind: () => store.get().dialogs.at(-1)?.kind,
		notice: () => store.get().journal.notice?.text,
	};
}

function fail(): never {
	throw new Error('not expected here');
}

const ignored = commandText.typedAhead;
const many: Message = { type: 'select', which: 'all' };

describe('a key that confirms', () => {
	test('is ignored until its dialog has been open for the delay', () => {
		const { press, kind, requests, notice } = open();
		press(0, 'd');
		press(CONFIRM_DELAY_MS - 1, 'r');
		expect({ kind: kind(), requests: requests(), notice: notice() }).toEqual({
			kind: 'remove',
			requests: 0,
			notice: ignored,
		});
		press(CONFIRM_GAP_MS, 'r');
		expect({ kind: kind(), requests: requests() }).toEqual({ kind: undefined, requests: 1 });
	});

	test.each([
		['the answer itself', ['r']],
		['a key that closes the question', ['escape']],
	])('leaves no notice after %s', (_, keys) => {
		const { press, notice } = open();
		press(0, 'd');
		press(1, 'r');
		expect(notice()).toBe(ignored);
		press(CONFIRM_DELAY_MS, ...keys);
		expect(notice()).not.toBe(ignored);
	});

	test('leaves its notice after a key without effect', () => {
		const { press, notice } = open();
		press(0, 'd');
		press(1, 'r');
		press(1, 'r');
		expect(notice()).toBe(ignored);
	});

	test('is ignored within the gap after another key, as in pasted text', () => {
		const { press, kind, requests } = open();
		press(0, 'd');
		press(CONFIRM_DELAY_MS, 'j', 'r', 'D', 'y');
		press(CONFIRM_GAP_MS - 1, 'r');
		expect({ kind: kind(), requests: requests() }).toEqual({ kind: 'remove', requests: 0 });
		press(CONFIRM_GAP_MS, 'r');
		expect(requests()).toBe(1);
	});

	test.each(['stop', 'recheck'] as const)('is ignored in the question before many: %s', (state) => {
		const { store, press, kind, requests } = open();
		store.dispatch(many);
		const asked = { subjects: store.get().downloads.list, filteredOut: 0, pending: store.get().optimistic };
		const dialog = {
			kind: 'confirm',
			change: { kind: 'state', state },
			unchanged: 0,
			unchangedReason: '',
			...asked,
		} as const;
		store.dispatch({ type: 'open', dialog });
		press(CONFIRM_DELAY_MS - 1, 'enter', 'y');
		expect({ kind: kind(), requests: requests() }).toEqual({ kind: 'confirm', requests: 0 });
		press(CONFIRM_GAP_MS, 'enter');
		expect({ kind: kind(), requests: requests() }).toEqual({ kind: undefined, requests: 1 });
	});
});

describe('deleting data', () => {
	test('requires a second question, which no key of the first one answers', () => {
		const { press, kind, requests } = open();
		press(0, 'd');
		press(CONFIRM_DELAY_MS, 'D');
		expect({ kind: kind(), requests: requests() }).toEqual({ kind: 'delete-data', requests: 0 });
		const first = commands.filter(({ scope }) => scope === 'remove' || scope === 'downloads');
		const leaving = commands.find(({ id }) => id === 'delete-data-cancel')?.keys ?? [];
		for (const key of first.flatMap(({ keys }) => keys)) {
			if (!leaving.includes(key)) press(CONFIRM_DELAY_MS, key);
		}
		expect({ kind: kind(), requests: requests() }).toEqual({ kind: 'delete-data', requests: 0 });
		press(CONFIRM_DELAY_MS, 'y');
		expect({ kind: kind(), requests: requests() }).toEqual({ kind: undefined, requests: 1 });
	});

	test('is not confirmed by a held key or by type-ahead into the second question', () => {
		const { press, kind, requests } = open();
		press(0, 'd');
		press(CONFIRM_DELAY_MS, 'D', 'y');
		press(CONFIRM_DELAY_MS - 1, 'y');
		expect({ kind: kind(), requests: requests() }).toEqual({ kind: 'delete-data', requests: 0 });
		for (let times = 0; times < 100; times++) press(30, 'y');
		expect(requests()).toBe(0);
	});

	test('is not confirmed by pasted text', () => {
		const { store, press, paste, requests, notice } = open();
		press(0, 'd');
		press(CONFIRM_DELAY_MS, 'D');
		paste(CONFIRM_DELAY_MS, 'y\n');
		expect(notice()).toBe(pasteText.refused);
		expect(requests()).toBe(0);
		store.dispatch({ type: 'close' });
		press(0, 'd');
		paste(CONFIRM_DELAY_MS, 'r\nDy');
		expect(requests()).toBe(0);
	});

	test.each(['escape', 'n', 'q'])('is cancelled at once by %s', (key) => {
		const { press, kind, requests } = open();
		press(0, 'd');
		press(CONFIRM_DELAY_MS, 'D', key);
		expect({ kind: kind(), requests: requests() }).toEqual({ kind: undefined, requests: 0 });
	});
});
