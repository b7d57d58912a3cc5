import { isDeepStrictEqual } from 'node:util';
import { type SettingField, settingValue } from '../../../../settings/fields.ts';
import { jsonKind, textKind } from '../../../../settings/kinds.ts';
import type { SubjectOf } from '../../../../state/dialogs/form-dialog.ts';
import { withUndo } from '../../../actions/change-settings.ts';
import { settingQueries, settingsAccess, stoppedBy } from '../../settings/access.ts';
import { settingsScreenText } from '../../settings/text.ts';
import type { Form } from '../form.ts';

export const settingFormText = {
	value: 'Value',
	gone: 'this setting does not exist any more',
} as const;

type Subject = SubjectOf<'setting'>;

function fieldOf({ path, isOf8 }: Subject): SettingField | undefined {
	return settingsAccess(isOf8).fields.find((field) => field.path === path);
}

/** Whether a value is long, so that people edit it instead of replacing it. */
function isEdited(subject: Subject): boolean {
	const kind = fieldOf(subject)?.kind;
	return kind === textKind || kind === jsonKind;
}

/** Changes a setting of the service. */
export const settingForm: Form<'setting'> = {
	title: (subject) => fieldOf(subject)?.label ?? subject.path,
	answer: () => 'set it',
	about: (subject) => {
		const { about = '', kind } = fieldOf(subject) ?? {};
		return [`${about.slice(0, 1).toUpperCase()}${about.slice(1)}.`, kind?.accepts ?? ''];
	},
	fields: [{ id: 'value', label: settingFormText.value }],
	replaced: (subject) => (isEdited(subject) ? [] : ['value']),
	read: ({ value: typed = '' }, subject, state) => {
		const { path, isOf8 } = subject;
		const field = fieldOf(subject);
		if (!field) return { field: 'value', fault: settingFormText.gone };
		const value = field.kind.read(typed);
		if (value === undefined) return { field: 'value', fault: field.kind.accepts };
		const request = settingsAccess(isOf8).change(path, value);
		if (typeof request === 'string') return { field: 'value', fault: request };
		const count = stoppedBy(path, value, isOf8, state);
		if (count > 0) {
			const dialog = { kind: 'setting-confirm', path, isOf8, typed, count } as const;
			return { open: ({ dispatch }) => dispatch({ type: 'open', dialog }) };
		}
		const doing = settingsScreenText.changing(field.label);
		return {
			doing,
			done: settingsScreenText.changed(field.label, field.kind.show(value) ?? typed),
			send: async (client, context) => {
				const settings = await withUndo((keep) => request(client, keep), doing, context);
				return isDeepStrictEqual(settingValue(settings, path), value);
			},
			stale: settingQueries,
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
