import type { State } from '../../../state/core/state.ts';
import { checkAgain, isChecking } from '../../../state/dialogs/health-dialog.ts';
import { topDialogOf } from '../../../state/dialogs/open-dialogs.ts';
import type { CommandContext } from '../../commands/command.ts';
import { listKeys, moveCommands } from '../../commands/move-commands.ts';
import { closeCommand, dialogCommands } from '../dialog-commands.ts';
import { healthRowsOf } from './rows.ts';

export const swarmHealthRefusals = { checking: 'The swarm is being checked.' } as const;

const opened = (state: State) => topDialogOf(state, 'swarm-health');

const measure = ({ state, screenRows }: CommandContext) => ({
	page: healthRowsOf(screenRows),
	lines: opened(state)?.results.length ?? 0,
});

/** Commands of the health of a swarm. */
export const swarmHealthCommands = dialogCommands('swarm-health', [
	{
		id: 'swarm-health-refresh',
		keys: ['r', 'enter'],
		title: 'Check the swarm again',
		hint: 'check again',
		when: (state) => {
			const dialog = opened(state);
			// An announced result may never arrive.
			const isBusy = dialog !== undefined && isChecking(dialog) && dialog.phase !== 'waiting';
			return isBusy ? swarmHealthRefusals.checking : true;
		},
		run: ({ state, dispatch }) => {
			const dialog = opened(state);
			if (dialog) dispatch({ type: 'replace-dialog', dialog: checkAgain(dialog, Date.now()) });
		},
	},
	closeCommand('swarm-health-close', ['escape', 'q']),
	...moveCommands('swarm-health', { keys: listKeys, measure }),
]);
