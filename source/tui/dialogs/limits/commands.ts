import type { State } from '../../../state/core/state.ts';
import { sendChange } from '../../actions/send-change.ts';
import type { Command } from '../../commands/command.ts';
import { editCommands } from '../edit-commands.ts';
import { typedLimits } from './typed-limits.ts';

function answer({ dialogs }: State): ReturnType<typeof typedLimits> {
	const top = dialogs.at(-1);
	return top?.kind === 'limits' ? typedLimits(top) : '';
}

/** Commands of the limits dialog; every other key types. */
export const limitsCommands: readonly Command[] = [
	{
		id: 'limits-change',
		scope: 'limits',
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
		scope: 'limits',
		keys: ['tab', 'down', 'up', 'shift-tab'],
		title: 'Go to the other limit',
		hint: 'other',
		run: ({ dispatch }) => dispatch({ type: 'switch-field' }),
	},
	{
		id: 'limits-leave',
		scope: 'limits',
		keys: ['escape'],
		title: 'Cancel',
		hint: 'cancel',
		run: ({ dispatch }) => dispatch({ type: 'close' }),
	},
	...editCommands('limits'),
];
