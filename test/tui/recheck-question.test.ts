import { expect, test } from 'vitest';
import { createStore } from '../../source/state/core/store.ts';
import { confirmConsequences, confirmQuestion } from '../../source/tui/dialogs/confirm/text.ts';
import { handleInput } from '../../source/tui/keyboard/keyboard.ts';
import { MAX_UNASKED_RECHECK_BYTES } from '../../source/tui/panes/downloads/change-commands.ts';
import { update } from '../../source/tui/surfaces/update.ts';
import { listing, namedDownloads } from '../screens/named-downloads.ts';
import { contextOf, keyEvent } from '../screens/pressing.ts';

/** Presses keys in a list of downloads of so many bytes each. */
function press(sizes: readonly number[], ...keys: readonly string[]) {
	const downloads = sizes.flatMap((size, index) =>
		namedDownloads([`file-${index}`], { size, infohash: index.toString(16).padStart(40, '0') }),
	);
	const store = createStore(listing(downloads), update);
	let orders = 0;
	const context = contextOf(
		store,
		() => ({ columns: 80, rows: 24 }),
		undefined,
		() => orders++,
	);
	for (const key of keys) handleInput(keyEvent(key), context);
	return { dialog: store.get().dialogs.at(-1), orders: () => orders };
}

test('a recheck of many bytes asks first and states the amount', () => {
	const { dialog, orders } = press([MAX_UNASKED_RECHECK_BYTES + 1], 'c');
	expect(orders()).toBe(0);
	if (dialog?.kind !== 'confirm') throw new Error('nothing was asked');
	expect(confirmQuestion(dialog)).toBe('Recheck file-0?');
	expect(confirmConsequences(dialog)).toEqual(['Up to 4.0 GiB is read from the disk and checked.']);
	expect(press([MAX_UNASKED_RECHECK_BYTES + 1], 'c', 'enter').orders()).toBe(1);
	expect(press([MAX_UNASKED_RECHECK_BYTES + 1], 'c', 'escape').orders()).toBe(0);
});

test('the bytes of all selected downloads are added up', () => {
	const half = MAX_UNASKED_RECHECK_BYTES / 2 + 1;
	const { dialog } = press([half, half], 'A', 'c');
	if (dialog?.kind !== 'confirm') throw new Error('nothing was asked');
	expect(confirmQuestion(dialog)).toBe('Recheck 2 downloads?');
});

test('a recheck of few bytes, and a stop of many, do not ask', () => {
	expect(press([MAX_UNASKED_RECHECK_BYTES], 'c')).toMatchObject({ dialog: undefined });
	expect(press([MAX_UNASKED_RECHECK_BYTES], 'c').orders()).toBe(1);
	expect(press([MAX_UNASKED_RECHECK_BYTES * 10], 's').orders()).toBe(1);
});
