import { isDeepStrictEqual } from 'node:util';
import { type SettingField, sectionTitle, settingValue } from '../../../settings/fields.ts';
import { offers } from '../../../state/connection/connection.ts';
import { errorText } from '../../../state/connection/error-text.ts';
import type { State } from '../../../state/core/state.ts';
import { openDialogOf } from '../../../state/dialogs/open-dialogs.ts';
import type {} from '../../../state/settings/dialogs.ts';
import { withUndo } from '../../actions/change-settings.ts';
import type { CommandContext } from '../../surfaces/command.ts';
import { openForm } from '../form/registry.ts';
import { settingQueries, settingsAccess, stoppedBy } from './access.ts';
import { neighbor, type SettingsRow } from './row.ts';
import { settingsScreenText as text } from './text.ts';

/** Whether the service has the settings of seedtop's own service, as far as that is known. */
export function hasOwnSettings({ connection }: State): boolean {
	return offers(connection, { extension: 'settings' });
}

/** Whether the service has the settings of 8.x, as far as that is known. */
export function hasSettingsOf8({ connection }: State): boolean {
	return connection.dialect === '8.x';
}

/** Returns the rows of the service, or one that says why there are none. */
export function serviceRows(state: State): readonly SettingsRow[] {
	const { connection, serviceSettings } = state;
	const isOf8 = hasSettingsOf8(state);
	if (!isOf8 && !hasOwnSettings(state)) {
		const isKnown =
			connection.dialect !== undefined && (connection.isForeign || connection.core !== undefined);
		return [message(isKnown ? text.none : text.unknown, isKnown ? text.noneWhy : text.asking)];
	}
	const { values, failure } = serviceSettings;
	if (values === undefined)
		return [message(text.unknown, failure === undefined ? text.asking : errorText(failure))];
	return settingsAccess(isOf8).fields.map((field) => fieldRow(field, isOf8, state));
}

function message(label: string, about: string): SettingsRow {
	return {
		id: 'service-none',
		group: text.service,
		label,
		value: '',
		about,
		obstacle: label,
		change: () => {},
	};
}

function fieldRow(field: SettingField, isOf8: boolean, state: State): SettingsRow {
	const { serviceSettings } = state;
	const { path, section, label, about, kind } = field;
	const { values = {}, sent, refused, failure } = serviceSettings;
	const value = settingValue(values, path);
	const isSent = sent?.path === path;
	const fault = refused?.path === path ? refused.reason : failure === undefined ? '' : errorText(failure);
	const { choices } = kind;
	const typed = kind.typed(value);
	const { draft } = openDialogOf(state, 'settings') ?? {};
	const drafted = draft?.path === path && draft.typed !== typed ? draft.typed : undefined;
	// A value on the way to another one is not sent: it may stop all seeds.
	const step =
		choices &&
		((offset: 1 | -1, { state: now, dispatch }: CommandContext) => {
			const next = neighbor(choices, drafted ?? typed, offset);
			const dialog = openDialogOf(now, 'settings');
			if (next === undefined || !dialog) return;
			dispatch({ type: 'replace-dialog', dialog: { ...dialog, draft: { path, typed: next } } });
		});
	return {
		id: path,
		group: sectionTitle(section),
		label,
		value: isSent
			? text.sending(sent.value)
			: drafted === undefined
				? (kind.show(value) ?? '–')
				: text.drafted(drafted),
		...(isSent || drafted !== undefined ? { token: 'busy' as const } : {}),
		about: `${about.slice(0, 1).toUpperCase()}${about.slice(1)}.`,
		fault,
		obstacle: sent === undefined ? undefined : text.sent,
		change: (context) => {
			if (drafted !== undefined) sendOrAsk(field, isOf8, drafted, context);
			else if (step) step(1, context);
			else {
				const dialog = openForm({ form: 'setting', path, isOf8 }, { value: typed });
				context.dispatch({ type: 'open', dialog });
			}
		},
		step,
	};
}

/** Sends a value, or asks first if it stops downloads. */
function sendOrAsk(field: SettingField, isOf8: boolean, typed: string, context: CommandContext): void {
	const { path, kind } = field;
	const count = stoppedBy(path, kind.read(typed), isOf8, context.state);
	if (count === 0) sendSetting(field, isOf8, typed, context);
	else context.dispatch({ type: 'open', dialog: { kind: 'setting-confirm', path, isOf8, typed, count } });
}

/** Sends a value. It is shown as changed when the service reports it. */
export function sendSetting(
	field: SettingField,
	isOf8: boolean,
	typed: string,
	context: CommandContext,
): void {
	const { dispatch, write } = context;
	const { path, label, kind } = field;
	const value = kind.read(typed);
	const request = settingsAccess(isOf8).change(path, value);
	if (value === undefined || typeof request === 'string') return;
	const shown = kind.show(value) ?? typed;
	const refuse = (reason: string) =>
		dispatch({ type: 'service-settings', what: { type: 'refused', path, reason } });
	dispatch({ type: 'service-settings', what: { type: 'sent', sent: { path, value: shown } } });
	write({
		send: async (client) => {
			const values = await withUndo((keep) => request(client, keep), text.changing(label), context);
			dispatch({ type: 'service-settings', what: { type: 'confirmed', values } });
			const now = settingValue(values, path);
			if (isDeepStrictEqual(now, value)) return;
			refuse(text.kept(label, kind.show(now) ?? '–'));
		},
		doing: text.changing(label),
		onEnd: (failure) => {
			if (failure) refuse(errorText(failure));
		},
		stale: settingQueries,
	});
}
