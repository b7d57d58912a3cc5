import { isDeepStrictEqual } from 'node:util';
import {
	type SettingField,
	settingChanges,
	settingFields,
	settingValue,
} from '../../../../settings/fields.ts';
import { jsonKind, textKind } from '../../../../settings/kinds.ts';
import { settingsScreenText } from '../../settings/text.ts';
import type { Form } from '../form.ts';

export const settingFormText = {
	value: 'Value',
	gone: 'this setting does not exist any more',
} as const;

function fieldOf(path: string): SettingField | undefined {
	return settingFields.find((field) => field.path === path);
}

/** Whether a value is long, so that people edit it instead of replacing it. */
function isEdited(path: string): boolean {
	const kind = fieldOf(path)?.kind;
	return kind === textKind || kind === jsonKind;
}

/** Changes a setting of the service. */
export const settingForm: Form<'setting'> = {
	title: ({ path }) => fieldOf(path)?.label ?? path,
	answer: () => 'set it',
	about: ({ path }) => {
		const { about = '', kind } = fieldOf(path) ?? {};
		return [`${about.slice(0, 1).toUpperCase()}${about.slice(1)}.`, kind?.accepts ?? ''];
	},
	fields: [{ id: 'value', label: settingFormText.value }],
	replaced: ({ path }) => (isEdited(path) ? [] : ['value']),
	read: ({ value: typed = '' }, { path }) => {
		const field = fieldOf(path);
		if (!field) return { field: 'value', fault: settingFormText.gone };
		const value = field.kind.read(typed);
		if (value === undefined) return { field: 'value', fault: field.kind.accepts };
		const body = settingChanges([[path, value]]);
		if (typeof body === 'string') return { field: 'value', fault: body };
		return {
			doing: settingsScreenText.changing(field.label),
			done: settingsScreenText.changed(field.label, field.kind.show(value) ?? typed),
			send: async (client) => {
				const settings = await client.changeServiceSettings({ body });
				return isDeepStrictEqual(settingValue(settings, path), value);
			},
			stale: ['settings:service'],
		};
	},
};

/** Chooses the player for files. */
export const playerForm: Form<'player'> = {
	title: () => settingsScreenText.player,
	answer: () => 'set it',
	about: () => [settingsScreenText.playerAbout],
	fields: [{ id: 'player', label: settingsScreenText.player }],
	read: ({ player = '' }) => ({
		open: ({ dispatch }) => dispatch({ type: 'settings', what: { type: 'choose', change: { player } } }),
	}),
};
