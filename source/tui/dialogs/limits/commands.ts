import { sendChange } from '../../actions/send-change.ts';
import { closeCommand, dialogCommands, editCommands } from '../dialog-commands.ts';
import { typedLimits } from './typed-limits.ts';

/** Commands of the limits dialog; every other key types. */
export const limitsCommands = dialogCommands('limits', [
	{
		id: 'limits-change',
		keys: ['enter'],
		title: 'Set the limits',
		hint: 'limit',
		when: (_, dialog) => {
			const typed = typedLimits(dialog);
			return typeof typed === 'string' ? typed : true;
		},
		run: (context, dialog) => {
			const change = typedLimits(dialog);
			if (typeof change === 'string') return;
			context.dispatch({ type: 'close' });
			sendChange(change, dialog, context);
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
