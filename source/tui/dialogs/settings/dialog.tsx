import { oneLine } from '../../../format/one-line.ts';
import type { Settings, SettingsOf8 } from '../../../protocol/resources/settings.ts';
import type { Failure } from '../../../state/connection/connection.ts';
import type { State } from '../../../state/core/state.ts';
import { openDialogOf } from '../../../state/dialogs/open-dialogs.ts';
import type {} from '../../../state/settings/dialogs.ts';
import { chosenList, type DialogProps, type DialogSurface } from '../dialog.ts';
import { choosingCommands, closeCommand, dialogCommands } from '../dialog-commands.ts';
import { type ChoiceLine, Choices, Dialog, Gap, Paragraph } from '../kit/index.ts';
import { cockpitRows } from './cockpit-rows.ts';
import type { SettingsRow } from './row.ts';
import { hasOwnSettings, hasSettingsOf8, serviceRows } from './service-rows.ts';
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

const settingsCommands = dialogCommands('settings', [
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

const WIDTH = 90;
/** Interval of requests for the settings of the service, which others can change, ms. */
const SERVICE_MS = 5_000;
const MAX_VALUE = 400;

/** The settings of the cockpit and of the service. Changes apply at once. */
function SettingsDialog({ dialog, state, ...screen }: DialogProps<'settings'>) {
	const rows = settingsRows(state);
	const { fault = '', about = '' } = rows[dialog.chosen] ?? {};
	const isSaved = state.settings.path !== undefined;
	const place = settingsScreenText.place(dialog.chosen + 1, rows.length);
	return (
		<Dialog title={settingsScreenText.title} place={place} columns={WIDTH} screen={screen}>
			<Choices
				count={rows.length}
				chosen={dialog.chosen}
				lineOf={(index, columns) => settingLine(rows[index], rows[index - 1], columns)}
			/>
			<Gap />
			<Paragraph leastRows={2} most={3} token={fault === '' ? 'faint' : 'bad'} isLive>
				{oneLine(fault || about, 600)}
			</Paragraph>
			<Paragraph token="faint" isOptional>
				{isSaved ? '' : settingsScreenText.thisRun}
			</Paragraph>
		</Dialog>
	);
}

/** Returns a row as a line. Its group is only in the first line of the group. */
function settingLine(
	row: SettingsRow | undefined,
	above: SettingsRow | undefined,
	columns: number,
): ChoiceLine {
	if (!row) return { left: [] };
	const { group, label, value, token = 'normal' } = row;
	const isFirst = group !== above?.group;
	const shown = oneLine(value, MAX_VALUE);
	return {
		left: [
			{ text: isFirst ? ` ${group}` : '', cells: columns < 76 ? 10 : 15, token: 'heading' },
			{ text: ` ${label}`, cells: 29 },
			{ text: ` ${shown}`, token },
		],
		spoken: `${isFirst ? `${group}: ` : ''}${label}: ${shown}`,
	};
}

function withSettings(state: State, values: Settings | SettingsOf8): State {
	return { ...state, serviceSettings: { ...state.serviceSettings, values, failure: undefined } };
}

function withFailure(state: State, failure: Failure): State {
	return { ...state, serviceSettings: { ...state.serviceSettings, failure } };
}

export const settingsDialog: DialogSurface<'settings'> = {
	kind: 'settings',
	title: settingsScreenText.title,
	commands: settingsCommands,
	list: chosenList((_, state) => settingsRows(state).length),
	queries: [
		{
			name: 'service',
			endpoint: 'getServiceSettings',
			every: SERVICE_MS,
			when: (state) => hasOwnSettings(state) && state.serviceSettings.sent === undefined,
			take: withSettings,
			fail: withFailure,
		},
		{
			name: 'settings-of-8',
			endpoint: 'settings-of-8',
			every: SERVICE_MS,
			when: (state) => hasSettingsOf8(state) && state.serviceSettings.sent === undefined,
			take: withSettings,
			fail: withFailure,
		},
	],
	view: SettingsDialog,
};

/** Returns the rows of the settings screen. */
export function settingsRows(state: State): readonly SettingsRow[] {
	return [...cockpitRows(state), ...serviceRows(state)];
}

/** Returns the row under the cursor. */
function chosenSetting(state: State): SettingsRow | undefined {
	const dialog = openDialogOf(state, 'settings');
	return dialog && settingsRows(state)[dialog.chosen];
}
