import { describe, expect, test } from 'vitest';
import type { KeyBindings } from '../../../source/state/core/keys.ts';
import type { Message } from '../../../source/state/core/message.ts';
import type { State } from '../../../source/state/core/state.ts';
import { createStore } from '../../../source/state/core/store.ts';
import { presetBindings } from '../../../source/tui/keys/preset-bindings.ts';
import { downloadsPaneText } from '../../../source/tui/panes/downloads/pane.tsx';
import { marketText } from '../../../source/tui/panes/market/texts.ts';
import { globalCommandsText } from '../../../source/tui/shell/commands/global-commands.ts';
import { withEffectiveKeys } from '../../../source/tui/shell/commands/key-texts.ts';
import { commands } from '../../../source/tui/shell/commands/keymap.ts';
import { commandsBeneath } from '../../../source/tui/shell/commands/pane-keymap.ts';
import { helpRows } from '../../../source/tui/shell/dialogs/help/rows.ts';
import { findCommands } from '../../../source/tui/shell/dialogs/palette/find-commands.ts';
import { keyboardText } from '../../../source/tui/shell/keyboard/keyboard.ts';
import { update } from '../../../source/tui/shell/update.ts';
import { paintScreen } from '../../screens/paint-screen.tsx';
import { presser } from '../../screens/pressing.ts';
import { listed } from '../../screens/states.ts';

const size = { columns: 120, rows: 40 };
const keys: KeyBindings = {
	'tab-files': ['ctrl-y', 'y'],
	'pane-market': ['8'],
	'section-market-book': ['f7'],
	add: ['f6'],
	'remove-keep': ['f8'],
};
const bound: State = { ...listed, keys };

function reach(...messages: readonly Message[]): State {
	return messages.reduce(update, bound);
}

function textOf(state: State): string {
	return paintScreen(state, size).text();
}

describe('bound keys are shown', () => {
	test('by the titles of panes and tabs, and the footer', () => {
		const text = textOf(reach({ type: 'details', what: { type: 'show', shown: 'split', focused: false } }));
		expect(text).toMatch(/ 8 +(Market|5) /);
		expect(text).toContain('ctrl-y Files');
		expect(text).toMatch(/f6 add/);
	});

	test('by the titles of sections', () => {
		expect(textOf(reach({ type: 'pane', pane: 'market' }))).toContain('f7 Book');
	});

	test('by the answers of a dialog', () => {
		const store = createStore(bound, update);
		presser(store, () => size)('d');
		const text = textOf(store.get());
		expect(text).toMatch(/f8 /);
		presser(store, () => size)('r');
		expect(store.get().dialogs).toHaveLength(1);
	});

	test('by sentences about the next step', () => {
		const textIn = (state: State, text: string) => withEffectiveKeys(text, state);
		expect(textIn(bound, downloadsPaneText.addOne)).toBe(
			downloadsPaneText.addOne.replace('Press a ', 'Press f6 '),
		);
		expect(textIn(bound, keyboardText.nothingInPane('a'))).toBe(keyboardText.nothingInPane('a'));
		expect(textIn(listed, downloadsPaneText.addOne)).toBe(downloadsPaneText.addOne);
		const market = {
			...listed,
			pane: 'market' as const,
			keys: { 'market-ask': ['f8'], 'market-bid': ['f9'] },
		};
		expect(textIn(market, marketText.firstOrder)).toMatch(/ f8 .* f9 /);
		const emacs = { ...listed, keys: presetBindings('emacs', commands) };
		expect(textIn(emacs, globalCommandsText.onlyList)).toBe(globalCommandsText.onlyList);
	});

	test('by help and palette, also for commands of other places', () => {
		const add = helpRows(commandsBeneath(bound)).find((row) => 'command' in row && row.command.id === 'add');
		expect(add).toMatchObject({ keys: ['f6'] });
		const found = (id: string) => findCommands(bound).find(({ command }) => command.id === id);
		expect(found('add')?.keys).toEqual(['f6']);
		expect(found('section-market-book')).toMatchObject({ keys: ['f7'] });
		expect(found('market-ask')?.why).toMatch(/ press 8 first\.$/);
	});
});
