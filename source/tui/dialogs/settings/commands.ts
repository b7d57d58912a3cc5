import type { State } from '../../../state/core/state.ts';
import { choosingCommands, closeCommand, dialogCommands } from '../dialog-commands.ts';
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
export const settingsCommands = dialogCommands('settings', [
	{
		id: 'settings-change',
		keys: ['enter', 'space'],
		title: 'Change the setting',
		hint: 'change',
		when: canChange,
		run: (context) => chosenSetting(context.state)?.change(context),
	},
	{
		id: 'settings-next',
		keys: ['right', 'l'],
		title: 'Next value of the setting',
		hint: 'next',
		when: canStep,
		run: (context) => chosenSetting(context.state)?.step?.(1, context),
	},
	{
		id: 'settings-previous',
		keys: ['left', 'h'],
		title: 'Previous value of the setting',
		hint: 'previous',
		when: canStep,
		run: (context) => chosenSetting(context.state)?.step?.(-1, context),
	},
	closeCommand('settings-close', ['escape', 'q', ',']),
	...choosingCommands('settings', (state) => settingsRows(state).length),
]);
