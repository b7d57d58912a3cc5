import type { State } from '../../../state/core/state.ts';
import { checkAgain, type HealthDialog, isChecking } from '../../../state/dialogs/health-dialog.ts';
import type { Command, CommandContext } from '../../commands/command.ts';
import { listKeys, moveCommands } from '../../commands/move-commands.ts';
import { healthRowsOf } from './rows.ts';

export const swarmHealthRefusals = { checking: 'The swarm is being checked.' } as const;

function opened({ dialogs }: State): HealthDialog | undefined {
	const top = dialogs.at(-1);
	return top?.kind === 'swarm-health' ? top : undefined;
}

const measure = ({ state, screenRows }: CommandContext) => ({
	page: healthRowsOf(screenRows),
	lines: opened(state)?.results.length ?? 0,
});

/** Commands of the health of a swarm. */
export const swarmHealthCommands: readonly Command[] = [
	{
		id: 'swarm-health-refresh',
		scope: 'swarm-health',
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
	{
		id: 'swarm-health-close',
		scope: 'swarm-health',
		keys: ['escape', 'q'],
		title: 'Close',
		hint: 'close',
		run: ({ dispatch }) => dispatch({ type: 'close' }),
	},
	...moveCommands({ scope: 'swarm-health', prefix: 'swarm-health', keys: listKeys, measure }),
];
