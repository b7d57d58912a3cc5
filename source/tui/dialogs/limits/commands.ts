import type { State } from '../../../state/core/state.ts';
import { sendChange } from '../../actions/send-change.ts';
import { closeCommand, dialogCommands, editCommands } from '../dialog-commands.ts';
import { typedLimits } from './typed-limits.ts';

function answer({ dialogs }: State): ReturnType<typeof typedLimits> {
	const top = dialogs.at(-1);
	return top?.kind === 'limits' ? typedLimits(top) : '';
}

/** Commands of the limits dialog; every other key types. */
export const limitsCommands = dialogCommands('limits', [
	{
		id: 'limits-change',
		keys: ['enter'],
		title: 'Set the limits',
		hint: 'limit',
		when: (state) => {
			const typed = answer(state);
			return typeof typed === 'string' ? typed : true;
		},
		run: (context) => {
			const top = context.state.dialogs.at(-1);
			const change = answer(context.state);
			if (top?.kind !== 'limits' || typeof change === 'string') return;
			context.dispatch({ type: 'close' });
			sendChange(change, top, context);
		},
	},
	{
		id: 'limits-field',
		keys: ['tab', 'down', 'up', 'shift-tab'],
		title: 'Go to the other limit',
		hint: 'other',
		run: ({ dispatch }) => dispatch({ type: 'switch-field' }),
	},
	closeCommand('limits-leave', ['escape'], 'Cancel'),
	...editCommands('limits'),
]);
