import { expect, test } from 'vitest';
import { createStore } from '../../source/state/core/store.ts';
import { confirmDialog } from '../../source/tui/dialogs/questions/confirm.ts';
import { MAX_UNASKED_RECHECK_BYTES } from '../../source/tui/panes/downloads/change-commands.ts';
import { speechOf } from '../../source/tui/screen-reader/dialog-announcer.ts';
import { handleInput } from '../../source/tui/shell/keyboard/keyboard.ts';
import { update } from '../../source/tui/shell/update.ts';
import { chooseTheme } from '../../source/tui/theme/choose-theme.ts';
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
	const dialog = store.get().dialogs.at(-1);
	/** Returns the words of the question. */
	const asked = () => {
		if (dialog?.kind !== 'confirm') throw new Error('nothing was asked');
		const screen = { theme: chooseTheme({ NO_COLOR: '1' }), width: 80, height: 24 };
		return speechOf(confirmDialog.view?.({ dialog, state: store.get(), ...screen }));
	};
	return { dialog, asked, orders: () => orders };
}

test('a recheck of many bytes asks first and states the amount', () => {
	const { asked, orders } = press([MAX_UNASKED_RECHECK_BYTES + 1], 'c');
	expect(orders()).toBe(0);
	expect(asked()).toMatchObject({
		title: 'Recheck file-0?',
		body: ['Up to 4.0 GiB is read from the disk and checked.'],
	});
	expect(press([MAX_UNASKED_RECHECK_BYTES + 1], 'c', 'enter').orders()).toBe(1);
	expect(press([MAX_UNASKED_RECHECK_BYTES + 1], 'c', 'escape').orders()).toBe(0);
});

test('the bytes of all selected downloads are added up', () => {
	const half = MAX_UNASKED_RECHECK_BYTES / 2 + 1;
	const { asked } = press([half, half], 'A', 'c');
	expect(asked().title).toBe('Recheck 2 downloads?');
});

test('a recheck of few bytes, and a stop of many, do not ask', () => {
	expect(press([MAX_UNASKED_RECHECK_BYTES], 'c')).toMatchObject({ dialog: undefined });
	expect(press([MAX_UNASKED_RECHECK_BYTES], 'c').orders()).toBe(1);
	expect(press([MAX_UNASKED_RECHECK_BYTES * 10], 's').orders()).toBe(1);
});
