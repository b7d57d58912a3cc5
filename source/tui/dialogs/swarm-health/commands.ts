import { checkAgain, isChecking } from '../../../state/dialogs/health-dialog.ts';
import { topDialogOf } from '../../../state/dialogs/open-dialogs.ts';
import type { CommandContext } from '../../surfaces/command.ts';
import { listKeys, moveCommands } from '../../surfaces/move-commands.ts';
import { closeCommand, dialogCommands } from '../dialog-commands.ts';

/** Rows of the screen besides the results. */
const OTHER_ROWS = 14;
const MAX_ROWS = 12;

/** Returns the number of visible results on a screen of so many rows. */
export function healthRowsOf(screenRows: number): number {
	return Number.isFinite(screenRows) ? Math.max(1, Math.min(MAX_ROWS, screenRows - OTHER_ROWS)) : MAX_ROWS;
}

const swarmHealthRefusals = { checking: 'The swarm is being checked.' } as const;

const measure = ({ state, screenRows }: CommandContext) => ({
	page: healthRowsOf(screenRows),
	lines: topDialogOf(state, 'swarm-health')?.results.length ?? 0,
});

export const swarmHealthCommands = dialogCommands('swarm-health', [
	{
		id: 'swarm-health-refresh',
		keys: ['r', 'enter'],
		title: 'Check the swarm again',
		hint: 'check again',
		when: (_, dialog) => {
			// An announced result may never arrive.
			const isBusy = isChecking(dialog) && dialog.phase !== 'waiting';
			return isBusy ? swarmHealthRefusals.checking : true;
		},
		run: ({ dispatch }, dialog) =>
			dispatch({ type: 'replace-dialog', dialog: checkAgain(dialog, Date.now()) }),
	},
	closeCommand('swarm-health-close', ['escape', 'q']),
	...moveCommands('swarm-health', { keys: listKeys, measure }),
]);
