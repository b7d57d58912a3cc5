import type { State } from '../../../state/core/state.ts';
import { lineText } from '../../../state/dialogs/line-edit.ts';
import { openDialogOf, replaceTop } from '../../../state/dialogs/open-dialogs.ts';
import type { SettingsDialog } from '../../../state/settings/dialogs.ts';
import type { Command } from '../../commands/command.ts';
import { clampPosition } from '../../surfaces/surface.ts';
import type { DialogSurface } from '../dialog.ts';
import { filterLineCommands } from '../filter-line-commands.ts';
import { shownSettings } from '../settings/rows.ts';

/** Commands of the filter line of the settings; every other key types. */
const settingsFilterCommands: readonly Command[] = filterLineCommands(
	'settings-filter',
	({ state, dispatch }) => {
		const top = state.dialogs.at(-1);
		const open = openDialogOf(state, 'settings');
		if (top?.kind !== 'settings-filter' || !open) return;
		dispatch({ type: 'replace-dialog', dialog: { ...open, ...top.before } });
		dispatch({ type: 'close' });
	},
);

function withSettings(state: State, change: Partial<SettingsDialog>): State {
	const dialogs = state.dialogs.map((dialog) =>
		dialog.kind === 'settings' ? { ...dialog, ...change } : dialog,
	);
	return { ...state, dialogs };
}

/** Edits the filter of the settings screen. It applies while it is typed. */
export const settingsFilterDialog: DialogSurface<'settings-filter'> = {
	kind: 'settings-filter',
	title: 'Filter the settings',
	commands: settingsFilterCommands,
	list: {
		positions: (_, state) => shownSettings(state).length,
		move: (_, state, rows) => {
			const chosen = openDialogOf(state, 'settings')?.chosen ?? 0;
			return withSettings(state, { chosen: clampPosition(chosen + rows, shownSettings(state).length - 1) });
		},
	},
	field: {
		edit: (dialog, state, edit) => {
			const line = edit(dialog.line);
			const filter = lineText(line).trim();
			return replaceTop(withSettings(state, { filter, chosen: 0 }), { ...dialog, line });
		},
	},
	inFooter: true,
	spoken: {
		title: () => 'Filter: type words of the settings',
		choice: (_, state) => {
			const { label = '', value = '' } =
				shownSettings(state)[openDialogOf(state, 'settings')?.chosen ?? 0] ?? {};
			return label === '' ? '' : `${label}: ${value}`;
		},
	},
};
