import type { State } from '../../../state/core/state.ts';
import { sendChange } from '../../actions/send-change.ts';
import { closeCommand, dialogCommands, editCommands } from '../dialog-commands.ts';
import { typedHops } from './typed-hops.ts';

function answer({ dialogs }: State): number | string {
	const top = dialogs.at(-1);
	return top?.kind === 'hops' ? typedHops(top) : '';
}

/** Commands of the hops dialog; every other key types. */
export const hopsCommands = dialogCommands('hops', [
	{
		id: 'hops-change',
		keys: ['enter'],
		title: 'Change the hops',
		hint: 'change',
		when: (state) => {
			const typed = answer(state);
			return typeof typed === 'number' ? true : typed;
		},
		run: (context) => {
			const top = context.state.dialogs.at(-1);
			const hops = answer(context.state);
			if (top?.kind !== 'hops' || typeof hops !== 'number') return;
			context.dispatch({ type: 'close' });
			sendChange({ kind: 'hops', hops }, top, context);
		},
	},
	closeCommand('hops-leave', ['escape'], 'Cancel'),
	...editCommands('hops'),
]);
