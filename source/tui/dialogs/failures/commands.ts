import { chosenFailure, lastFailed } from '../../../state/dialogs/failure-list.ts';
import type { CommandContext } from '../../surfaces/command.ts';
import { moveCommands, readingKeys } from '../../surfaces/move-commands.ts';
import { closeCommand, dialogCommands } from '../dialog-commands.ts';
import { partsOf } from './layout.ts';
import { isListed, retryFailed, retryObstacle } from './try-again.ts';

export const failuresText = {
	noDownload: 'Its download is not in the list.',
	noDownloads: 'The downloads that failed last are not in the list.',
} as const;

/** Selects all downloads that failed in the last failed batch, to retry them or for another command. */
function selectFailed({ state, dispatch }: CommandContext): void {
	const keys = new Set(lastFailed(state.batches).flatMap(({ infohash }) => infohash ?? []));
	dispatch({ type: 'select-keys', keys });
	dispatch({ type: 'close' });
	dispatch({ type: 'pane', pane: 'downloads' });
}

export const failuresCommands = dialogCommands('failures', [
	{
		id: 'failures-go',
		keys: ['enter'],
		title: 'Go to the download',
		hint: 'go to it',
		when: ({ batches }, dialog) =>
			chosenFailure(batches, dialog)?.infohash === undefined ? failuresText.noDownload : true,
		run: ({ state, dispatch }, dialog) => {
			const infohash = chosenFailure(state.batches, dialog)?.infohash;
			if (infohash !== undefined) dispatch({ type: 'go-to', infohash, at: Date.now() });
		},
	},
	{
		id: 'failures-mark',
		keys: ['m'],
		title: 'Select the downloads that failed last',
		hint: 'select them',
		when: ({ batches }) => isListed(lastFailed(batches)) || failuresText.noDownloads,
		run: selectFailed,
	},
	{
		id: 'failures-again',
		keys: ['r'],
		title: 'Retry the last failed requests',
		hint: 'retry',
		when: retryObstacle,
		run: retryFailed,
	},
	closeCommand('failures-close', ['escape', 'q', 'X']),
	...moveCommands('failures', {
		keys: readingKeys,
		measure: ({ screenRows }) => ({ page: Math.max(1, partsOf(screenRows).list - 1) }),
	}),
]);
