import type { State } from '../../../state/core/state.ts';
import { openDialogOf } from '../../../state/dialogs/open-dialogs.ts';
import type {} from '../../../state/settings/dialogs.ts';
import { cockpitRows } from './cockpit-rows.ts';
import type { SettingsRow } from './row.ts';
import { serviceRows } from './service-rows.ts';

/** Returns the rows of the settings screen. */
export function settingsRows(state: State): readonly SettingsRow[] {
	return [...cockpitRows(state), ...serviceRows(state)];
}

/** Returns the row under the cursor. */
export function chosenSetting(state: State): SettingsRow | undefined {
	const dialog = openDialogOf(state, 'settings');
	return dialog && settingsRows(state)[dialog.chosen];
}
