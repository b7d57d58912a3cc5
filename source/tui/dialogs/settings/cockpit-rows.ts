import type { State } from '../../../state/core/state.ts';
import {
	type ChosenValues,
	type CockpitSettingId,
	type CockpitValues,
	settingNow,
	unsavedSettings,
} from '../../../state/settings/cockpit-settings.ts';
import { themeNameOf, usualTheme } from '../../../state/view/theme.ts';
import { themeNames } from '../../../state/view/theme-names.ts';
import { windowSizeOf } from '../../../state/view/view.ts';
import type { CommandContext } from '../../surfaces/command.ts';
import { openForm } from '../form/registry.ts';
import { neighbor, type SettingsRow } from './row.ts';
import { settingsScreenText as text } from './text.ts';

interface Choice {
	readonly shown: string;
	readonly change: ChosenValues;
}

/** A setting with few values. `undefined`: the usual value, whatever it is. */
interface ChoiceSetting<Id extends CockpitSettingId> {
	readonly id: Id;
	readonly label: string;
	readonly about: string;
	readonly values: readonly (CockpitValues[Id] | undefined)[];
	readonly isForNextStart?: true;
}

const settings = [
	choices({ id: 'ascii', label: text.ascii, about: text.asciiAbout, values: [undefined, true, false] }),
	choices({ id: 'mouse', label: text.mouse, about: text.mouseAbout, values: [true, false] }),
	choices({
		id: 'linear',
		label: text.linear,
		about: text.linearAbout,
		values: [undefined, true, false],
		isForNextStart: true,
	}),
	choices({
		id: 'notify',
		label: text.notify,
		about: text.notifyAbout,
		values: ['none', 'bell', 'osc9', 'osc777'],
	}),
	playerRow,
	choices({
		id: 'service',
		label: text.preferred,
		about: text.preferredAbout,
		values: ['automatic', 'own', 'other'],
		isForNextStart: true,
	}),
];

/** Returns the rows of the cockpit. */
export function cockpitRows(state: State): readonly SettingsRow[] {
	return [themeRow(state), ...settings.map((row) => row(state)), columnsRow(), keysRow(state)];
}

function valueText(value: CockpitValues[CockpitSettingId]): string {
	return typeof value === 'boolean' ? (value ? 'on' : 'off') : value;
}

function choices<Id extends CockpitSettingId>(setting: ChoiceSetting<Id>): (state: State) => SettingsRow {
	const { id, label, about, values, isForNextStart } = setting;
	const all: readonly Choice[] = values.map((value) => ({
		shown: value === undefined ? '' : valueText(value),
		change: { [id]: value },
	}));
	return (state) => {
		const slice = state.settings;
		const now = settingNow(slice, id);
		const isUsual = values.includes(undefined) && slice.chosen[id] === undefined && !slice.overrides[id];
		const step = (offset: 1 | -1, { dispatch }: CommandContext) => {
			const next = neighbor(values, isUsual ? undefined : now, offset);
			const choice = all[values.indexOf(next)];
			if (choice) dispatch({ type: 'settings', what: { type: 'choose', change: choice.change } });
		};
		return {
			...commonPart(state, id),
			label,
			value: withSource(state, id, isUsual ? text.automatic(valueText(now)) : valueText(now)),
			about: `${about}${isForNextStart ? ` ${text.nextStart}` : ''}`,
			change: (context) => step(1, context),
			step,
		};
	};
}

function playerRow(state: State): SettingsRow {
	const player = settingNow(state.settings, 'player');
	return {
		...commonPart(state, 'player'),
		label: text.player,
		value: withSource(state, 'player', player || text.noPlayer),
		about: text.playerAbout,
		change: ({ dispatch }) => dispatch({ type: 'open', dialog: openForm({ form: 'player' }, { player }) }),
	};
}

/** Returns the parts that all settings in the file have. */
function commonPart(
	{ settings: slice }: State,
	id: CockpitSettingId,
): Pick<SettingsRow, 'id' | 'group' | 'fault'> {
	const isUnsaved = slice.fault !== '' && unsavedSettings(slice).includes(id);
	const fault = isUnsaved ? text.fault(slice.fault) : '';
	return { id, group: text.cockpit, fault };
}

/** Returns a value with its source, or whether it is not saved. */
function withSource({ settings: slice }: State, id: CockpitSettingId, value: string): string {
	const override = slice.overrides[id];
	if (override) return `${value}, ${text.setBy(override.by)}`;
	const isUnsaved = slice.fault !== '' && unsavedSettings(slice).includes(id);
	return isUnsaved ? `${value}, ${text.unsaved}` : value;
}

function themeRow({ colors, view, settings: { themeBy } }: State): SettingsRow {
	const name = usualTheme(colors, view);
	const by = colors.requested === undefined ? '' : themeBy || 'NO_COLOR';
	return {
		id: 'theme',
		group: text.cockpit,
		label: text.colors,
		value: by === '' ? name : `${name}, ${text.setBy(by)}`,
		about: text.colorsAbout,
		change: ({ state, dispatch }) =>
			dispatch({ type: 'open', dialog: { kind: 'theme', chosen: themeNames.indexOf(themeNameOf(state)) } }),
	};
}

function columnsRow(): SettingsRow {
	return {
		id: 'columns',
		group: text.cockpit,
		label: text.columns,
		value: text.inDialog,
		about: text.columnsAbout,
		change: ({ state, dispatch, screenColumns }) => {
			const room = windowSizeOf(screenColumns);
			const before = state.view.columns[room];
			dispatch({ type: 'open', dialog: { kind: 'columns', room, chosen: 0, before } });
		},
	};
}

function keysRow({ keys, settings: { keysPath } }: State): SettingsRow {
	const count = Object.keys(keys).length;
	return {
		id: 'keys',
		group: text.cockpit,
		label: text.keys,
		value: count === 0 ? text.usualKeys : text.changedKeys(count),
		about: text.keysAbout(keysPath),
		change: ({ dispatch }) => dispatch({ type: 'open', dialog: { kind: 'help', scroll: 0 } }),
	};
}
