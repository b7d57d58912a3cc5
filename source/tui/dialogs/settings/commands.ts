import type { State } from '../../../state/core/state.ts';
import type { Command } from '../../commands/command.ts';
import { choosingCommands } from '../choosing-commands.ts';
import { chosenSetting, settingsRows } from './rows.ts';
import { settingsScreenText } from './text.ts';

function canChange(state: State): true | string {
	const row = chosenSetting(state);
	return row?.obstacle ?? true;
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
		id: 'settings-close',
		scope: 'settings',
		keys: ['escape', 'q', ','],
		title: 'Close',
		hint: 'close',
		run: ({ dispatch }) => dispatch({ type: 'close' }),
	},
	...choosingCommands('settings', (state) => settingsRows(state).length),
];
