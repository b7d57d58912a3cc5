import type { State } from '../../../state/core/state.ts';
import { openDialogOf } from '../../../state/dialogs/open-dialogs.ts';
import type {} from '../../../state/settings/dialogs.ts';
import { cockpitRows } from './cockpit-rows.ts';
import type { SettingsRow } from './row.ts';
import { serviceRows } from './service-rows.ts';

/** Returns the rows of the open settings screen that its filter leaves. */
export function shownSettings(state: State): readonly SettingsRow[] {
	const words = (openDialogOf(state, 'settings')?.filter ?? '').toLowerCase().split(/\s+/);
	const all = [...cockpitRows(state), ...serviceRows(state)];
	return all.filter(({ id, group, label, value }) => {
		const found = `${group} ${label} ${value} ${id}`.toLowerCase();
		return words.every((word) => found.includes(word));
	});
}

/** Returns the row under the cursor. */
export function chosenSetting(state: State): SettingsRow | undefined {
	const dialog = openDialogOf(state, 'settings');
	return dialog && shownSettings(state)[dialog.chosen];
}
