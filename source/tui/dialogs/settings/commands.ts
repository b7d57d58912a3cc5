import type { State } from '../../../state/core/state.ts';
import { emptyLine, insertText } from '../../../state/dialogs/line-edit.ts';
import type { Command } from '../../commands/command.ts';
import { choosingCommands } from '../choosing-commands.ts';
import { chosenSetting, shownSettings } from './rows.ts';
import { settingsScreenText } from './text.ts';

function canChange(state: State): true | string {
	const row = chosenSetting(state);
	return row ? (row.obstacle ?? true) : settingsScreenText.nothing;
}

function canStep(state: State): true | string {
	const can = canChange(state);
	if (can !== true) return can;
	return chosenSetting(state)?.step ? true : settingsScreenText.onlyEnter;
}

/** Commands of the settings screen. */
export const settingsCommands: readonly Command[] = [
	{
		id: 'settings-change',
		scope: 'settings',
		keys: ['enter', 'space'],
		title: 'Change the setting',
		hint: 'change',
		when: canChange,
		run: (context) => chosenSetting(context.state)?.change(context),
	},
	{
		id: 'settings-next',
		scope: 'settings',
		keys: ['right', 'l'],
		title: 'Next value of the setting',
		hint: 'next',
		when: canStep,
		run: (context) => chosenSetting(context.state)?.step?.(1, context),
	},
	{
		id: 'settings-previous',
		scope: 'settings',
		keys: ['left', 'h'],
		title: 'Previous value of the setting',
		hint: 'previous',
		when: canStep,
		run: (context) => chosenSetting(context.state)?.step?.(-1, context),
	},
	{
		id: 'settings-find',
		scope: 'settings',
		keys: ['/'],
		title: 'Filter the settings',
		hint: 'filter',
		run: ({ state, dispatch }) => {
			const top = state.dialogs.at(-1);
			if (top?.kind !== 'settings') return;
			const { filter, chosen } = top;
			const line = insertText(emptyLine, filter);
			dispatch({ type: 'open', dialog: { kind: 'settings-filter', line, before: { filter, chosen } } });
		},
	},
	{
		id: 'settings-close',
		scope: 'settings',
		keys: ['escape', 'q', ','],
		title: 'Close',
		hint: 'close',
		run: ({ dispatch }) => dispatch({ type: 'close' }),
	},
	...choosingCommands('settings', (state) => shownSettings(state).length),
];
