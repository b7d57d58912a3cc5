import type { State } from '../../../../state/core/state.ts';
import type { DialogOf } from '../../../../state/dialogs/open-dialogs.ts';
import { closeCommand, dialogCommands, editCommands } from '../../../dialogs/dialog-commands.ts';
import { runCommand, showRefusal } from '../../../surfaces/command.ts';
import { moveCommands, typingKeys } from '../../../surfaces/move-commands.ts';
import { showPart } from '../../commands/scope-places.ts';
import { activeScopes } from '../../commands/scopes.ts';
import { type Found, findCommands, nothingFound } from './find-commands.ts';

const MAX_ROWS = 14;

/** Returns how many commands a screen of so many rows shows, without the border, the text field, and the reason. */
export function paletteRowsOf(screenRows: number): number {
	return Math.max(1, Math.min(MAX_ROWS, screenRows - 5));
}

/** Returns the command that enter would run. */
function chosenIn(state: State, { chosen }: DialogOf<'palette'>): Found | undefined {
	return findCommands(state)[chosen];
}

/** Commands of the palette; every other key types. */
export const paletteCommands = dialogCommands('palette', [
	{
		id: 'palette-run',
		keys: ['enter'],
		title: 'Run the command',
		hint: 'run',
		when: (state, dialog) => (chosenIn(state, dialog) ? true : nothingFound),
		run: (context, dialog) => {
			const chosen = chosenIn(context.state, dialog);
			if (!chosen) return;
			const { command, why } = chosen;
			context.dispatch({ type: 'close' });
			context.dispatch({ type: 'ran', id: command.id });
			if (why !== undefined) {
				showRefusal(why, context);
				return;
			}
			// A tab or a section of the pane is shown first. There, the command may be unavailable.
			const { state } = context;
			if (!activeScopes(state).includes(command.scope)) showPart(command.scope, context);
			runCommand(command, context);
		},
	},
	closeCommand('palette-close', ['escape']),
	...moveCommands('palette', {
		keys: typingKeys,
		hints: { down: 'down', up: 'up' },
		measure: ({ state, screenRows }) => ({
			page: paletteRowsOf(screenRows),
			lines: findCommands(state).length,
		}),
	}),
	...editCommands('palette'),
]);
