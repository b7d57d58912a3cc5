import { sendChange } from '../../actions/send-change.ts';
import { closeCommand, dialogCommands, editCommands } from '../dialog-commands.ts';
import { typedHops } from './typed-hops.ts';

/** Commands of the hops dialog; every other key types. */
export const hopsCommands = dialogCommands('hops', [
	{
		id: 'hops-change',
		keys: ['enter'],
		title: 'Change the hops',
		hint: 'change',
		when: (_, dialog) => {
			const typed = typedHops(dialog);
			return typeof typed === 'number' ? true : typed;
		},
		run: (context, dialog) => {
			const hops = typedHops(dialog);
			if (typeof hops !== 'number') return;
			context.dispatch({ type: 'close' });
			sendChange({ kind: 'hops', hops }, dialog, context);
		},
	},
	closeCommand('hops-leave', ['escape'], 'Cancel'),
	...editCommands('hops'),
]);
