import { describe, expect, test } from 'vitest';
import type { Message } from '../../source/state/core/message.ts';
import type { State } from '../../source/state/core/state.ts';
import { createStore } from '../../source/state/core/store.ts';
import { noSubjectText } from '../../source/state/downloads/selection.ts';
import { emptyLine } from '../../source/state/surfaces/line-edit.ts';
import { addCommandsText } from '../../source/tui/dialogs/add/commands.ts';
import { pasteText as addPasteText } from '../../source/tui/dialogs/add/paste.ts';
import { failuresText } from '../../source/tui/dialogs/failures/commands.ts';
import { tryAgainText } from '../../source/tui/dialogs/failures/try-again.ts';
import { filterText } from '../../source/tui/panes/downloads/dialogs/filter/commands.ts';
import { marketOrderRefusals } from '../../source/tui/panes/market/dialogs/order/commands.ts';
import { marketText } from '../../source/tui/panes/market/texts.ts';
import { globalCommandsText } from '../../source/tui/shell/commands/global-commands.ts';
import { nothingFound } from '../../source/tui/shell/dialogs/palette/find-commands.ts';
import { footerLines, footerTarget } from '../../source/tui/shell/footer.ts';
import {
	handleInput,
	handlePaste,
	keyboardText,
	pasteText,
} from '../../source/tui/shell/keyboard/keyboard.ts';
import { panes } from '../../source/tui/shell/panes.ts';
import { update } from '../../source/tui/shell/update.ts';
import { moveText } from '../../source/tui/surfaces/move-commands.ts';
import { chooseTheme } from '../../source/tui/theme/choose-theme.ts';
import { addingScreens } from '../screens/adding-states.ts';
import { marketDialogScreens } from '../screens/market-dialog-states.ts';
import { marketScreens } from '../screens/market-states.ts';
import { contextOf, keyEvent } from '../screens/pressing.ts';
import { screens } from '../screens/states.ts';

const theme = chooseTheme({ NO_COLOR: '1' });
/** Returns the lines of the footer, without styles. */
const footer = (state: State) =>
	footerLines(state, theme, 80).map((line) => line.replace(/\x1b\[[\d;]*m/g, ''));
const listed = screens.downloads as State;
const empty = screens.empty as State;
const reach = (state: State, ...messages: Message[]) => messages.reduce(update, state);
const full = reach(listed, { type: 'details', what: { type: 'show', shown: 'full', focused: true } });
const palette: Message = { type: 'open', dialog: { kind: 'palette', line: emptyLine, chosen: 0 } };

function pressed(state: State, ...keys: string[]): State {
	const store = createStore(state, update);
	const context = contextOf(store, () => ({ columns: 80, rows: 24 }));
	for (const key of keys) handleInput(keyEvent(key), context);
	return store.get();
}

const noticeAfter = (state: State, ...keys: string[]) => pressed(state, ...keys).journal.notice?.text;

describe('a refusal', () => {
	test('is shown for a while, and is no event', () => {
		const { journal } = pressed(empty, 's');
		expect(journal.notice?.text).toBe(noSubjectText.none);
		expect(journal.entries).toEqual(empty.journal.entries);
		const store = createStore(listed, update);
		const context = contextOf(store, () => ({ columns: 80, rows: 24 }));
		handlePaste('nothing to download', context);
		expect(store.get().journal.notice?.text).toBe(addPasteText.nothing);
		expect(store.get().journal.entries).toEqual(listed.journal.entries);
	});

	test('is also shown for a paste where no text is typed', () => {
		const store = createStore(pressed(listed, 'd'), update);
		handlePaste(
			'magnet:?xt=urn:btih:ab',
			contextOf(store, () => ({ columns: 80, rows: 24 })),
		);
		expect(store.get().dialogs.map(({ kind }) => kind)).toEqual(['remove']);
		expect(store.get().journal.notice?.text).toBe(pasteText.refused);
	});

	test('has no link; notices of events lead to them', () => {
		expect(footerTarget(pressed(empty, 's'), 80, 3, 0)).toBeUndefined();
		const news: Message = { type: 'news', news: { level: 'info', text: 'Added: x' }, at: listed.now };
		expect(footerTarget(reach(listed, news), 80, 3, 0)).toMatchObject({ id: 'pane-events' });
	});

	test('is shown while a filter is typed into the line of notices', () => {
		const typing = pressed(listed, '/', 'z', 'z', 'z');
		const [line, below] = footer(pressed(typing, 'tab'));
		expect(line).toContain('/zzz');
		expect(below).toContain(filterText.nothingToComplete);
	});
});

describe('a key', () => {
	test('that closes says nothing where nothing is open', () => {
		const events = reach(listed, { type: 'pane', pane: 'events' });
		for (const [state, refused] of [
			[listed, 'E'],
			[events, 's'],
		] as const) {
			expect(noticeAfter(state, 'escape')).toBeUndefined();
			// It ends the refusal of another key.
			expect(noticeAfter(state, refused)).toBeDefined();
			expect(noticeAfter(state, refused, 'escape')).toBeUndefined();
		}
	});

	test('for the list focuses it from the details, and says so if it is focused already', () => {
		expect(pressed(full, '1').details).toMatchObject({ shown: 'split', focused: false });
		expect(noticeAfter(listed, '1')).toBe(globalCommandsText.shown(panes.downloads.title));
		// From another pane it leads back to the previous place.
		expect(pressed(full, '2', '1').details).toEqual(full.details);
	});

	test('of the list works in the details of the download', () => {
		const split = reach(listed, { type: 'details', what: { type: 'show', shown: 'split', focused: true } });
		for (const details of [full, split])
			for (const [key, kind] of Object.entries({ d: 'remove', L: 'form', H: 'form', F: 'filters' })) {
				expect(pressed(details, key).dialogs.map((dialog) => dialog.kind)).toEqual([kind]);
				expect(pressed(details, key).details.focused).toBe(true);
			}
		const filtering = pressed(full, '/');
		expect(filtering.dialogs.map(({ kind }) => kind)).toEqual(['filter']);
		expect(filtering.details).toMatchObject({ shown: 'split', focused: false });
		expect(pressed(split, 'space').downloads.selection.size).toBe(1);
		expect(pressed(split, 'space').downloads.cursor).toBe(split.downloads.cursor);
	});

	test('of another place is refused without a list of places', () => {
		const balances = marketScreens['market-balances'] as State;
		const events = reach(listed, { type: 'pane', pane: 'events' });
		for (const [state, key] of [
			[listed, 'E'],
			[listed, 'f11'],
			[events, 's'],
			[balances, 'z'],
		] as const)
			expect(noticeAfter(state, key)).toBe(keyboardText.nothingInPane(key));
	});

	test('of an arrow opens the details, moves into them, leaves them and closes them', () => {
		for (const [into, out] of [
			['right', 'left'],
			['l', 'h'],
		] as const) {
			const opened = pressed(listed, into);
			expect(opened.details).toMatchObject({ shown: 'split', focused: true });
			const left = pressed(opened, out);
			expect(left.details).toMatchObject({ shown: 'split', focused: false });
			expect(pressed(left, into).details).toMatchObject({ shown: 'split', focused: true });
			expect(pressed(left, out).details).toMatchObject({ shown: 'not', focused: false });
			expect(pressed(full, out).details).toMatchObject({ shown: 'split', focused: false });
		}
	});

	test('tab moves between the panels of a pane only', () => {
		const split = reach(listed, { type: 'details', what: { type: 'show', shown: 'split', focused: false } });
		for (const key of ['tab', 'shift-tab']) {
			expect(pressed(split, key).details).toMatchObject({ shown: 'split', focused: true });
			expect(pressed(split, key, key).details).toEqual(split.details);
			expect(noticeAfter(listed, key)).toBe(globalCommandsText.onlyList);
			expect(noticeAfter(full, key)).toBe(globalCommandsText.onlyDetails);
			expect(noticeAfter(listed, '2', key)).toBe(globalCommandsText.onlyPanel);
			expect(noticeAfter(listed, '3', key)).toBe(globalCommandsText.onlySection);
		}
	});

	test('reports an absent market before other reasons', () => {
		const absent = marketScreens['market-absent'] as State;
		for (const key of ['a', 'A', 'd', 'v', 'i']) expect(noticeAfter(absent, key)).toBe(marketText.absent);
	});

	test('reports that a market without assets takes no orders, and offers none', () => {
		const empty = marketScreens['market-empty'] as State;
		const { market } = empty;
		const undeclared = { ...empty, market: { ...market, assets: { ...market.assets, at: 0, list: [] } } };
		for (const key of ['a', 'A']) expect(noticeAfter(undeclared, key)).toBe(marketText.undeclared.join(' '));
		expect(footer(empty)[1]).toContain('a ask');
		expect(footer(undeclared)[1]).not.toContain(' ask');
	});

	test('reports that the form is being sent when text is typed', () => {
		const form = marketDialogScreens['market-order'] as State;
		const top = form.dialogs.at(-1);
		if (top?.kind !== 'market-order') throw new Error('the form is not open');
		const sending = { ...form, dialogs: [{ ...top, sending: 1 }] };
		expect(noticeAfter(sending, '7')).toBe(marketOrderRefusals.sending);
	});

	test('reports the valid characters of the field', () => {
		const hops = addingScreens.hops as State;
		expect(noticeAfter(hops, 'x')).toBe(keyboardText.rejected);
		expect(noticeAfter(hops, 'left')).toBe(addCommandsText.hops);
	});

	test('reports the end of the list when it moves', () => {
		expect(noticeAfter(empty, 'j')).toBe(moveText.empty);
		const one = reach(listed, { type: 'view', what: { type: 'filter', filter: 'nested' } });
		expect(noticeAfter(one, 'j')).toBe(moveText.onlyRow);
	});

	test('reports the end of the list when the details move to another download', () => {
		const last = pressed(listed, 'G', 'enter');
		expect(noticeAfter(last, '>')).toBeDefined();
		expect(pressed(last, '<').downloads.cursorAt).toBe(last.downloads.cursorAt - 1);
		const first = pressed(listed, 'g', 'enter');
		expect(noticeAfter(first, '<')).toBeDefined();
		expect(pressed(first, '>').downloads.cursorAt).toBe(1);
	});
});

test('the palette without a match shows the next step, and does not offer enter', () => {
	const nothing = pressed(reach(listed, palette), ...'zzzz');
	const [, hints = ''] = footer(nothing);
	expect(hints).not.toContain('enter');
	expect(hints).toContain('esc close');
	const refused = pressed(nothing, 'enter');
	expect(refused.dialogs).toHaveLength(1);
	expect(refused.journal.notice?.text).toBe(nothingFound);
});

test('failures come first in the footer until they are opened, in their list or among the events', () => {
	const outcome = { name: 'a', doing: 'Stopping a', infohash: 'a', fault: { text: 'No.', hint: '' } };
	const failed = reach(
		listed,
		{
			type: 'batch',
			what: { type: 'began', id: 1, doing: 'Stopping', total: 2, changes: [], step: undefined, at: 0 },
		},
		{ type: 'batch', what: { type: 'progress', id: 1, outcomes: [outcome], at: 0 } },
		{ type: 'batch', what: { type: 'ended', id: 1, news: undefined, at: 0 } },
	);
	const hints = (state: State) => footer(state)[1];
	expect(hints(failed)).toMatch(/^X failures/);
	expect(hints(pressed(failed, '2', '1'))).not.toContain('X failures');
	expect(hints(pressed(failed, 'X', 'escape'))).not.toContain('X failures');
	// It can be opened again.
	expect(pressed(failed, '2', '1', 'X').dialogs.at(-1)?.kind).toBe('failures');
});

test('failed additions can be neither retried nor selected from the list of failures, and it says so', () => {
	const failedWith = (infohash: string | undefined) => {
		const outcome = { name: 'a', doing: 'Working on a', infohash, fault: { text: 'No.', hint: '' } };
		return reach(
			listed,
			{
				type: 'batch',
				what: { type: 'began', id: 1, doing: 'Working', total: 2, changes: [], step: undefined, at: 0 },
			},
			{ type: 'batch', what: { type: 'progress', id: 1, outcomes: [outcome], at: 0 } },
			{ type: 'batch', what: { type: 'ended', id: 1, news: undefined, at: 0 } },
		);
	};
	const added = pressed(failedWith(undefined), 'X');
	expect(footer(added)[1]).toMatch(/^esc close/);
	expect(noticeAfter(added, 'm')).toBe(failuresText.noDownloads);
	expect(noticeAfter(added, 'r')).toBe(tryAgainText.addition);
	const removed = pressed(failedWith(listed.downloads.list[0]?.infohash), 'X');
	expect(footer(removed)[1]).toContain('m select them');
	expect(noticeAfter(removed, 'r')).toBe(tryAgainText.removal);
	expect(pressed(removed, 'm').downloads.selection.size).toBe(1);
});
