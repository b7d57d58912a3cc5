import { attentionOf } from '../../../columns/services.ts';
import { shortAddress } from '../../../format/short-address.ts';
import { chosenList, type DialogProps, type DialogSurface } from '../dialog.ts';
import { choosingCommands, closeCommand, dialogCommands } from '../dialog-commands.ts';
import { Choices, Dialog } from '../kit/index.ts';

export const contextDialogText = {
	title: 'Services',
	current: 'shown ',
} as const;

declare module '../../../state/surfaces/dialogs.ts' {
	interface DialogKinds {
		/** `chosen`: index among the services. */
		context: { readonly kind: 'context'; readonly chosen: number };
	}
}

const contextCommands = dialogCommands('context', [
	{
		id: 'context-show',
		keys: ['enter'],
		title: 'Show this service',
		hint: 'show',
		run: ({ state, dispatch, showContext }, { chosen }) => {
			const name = state.contexts.rows.list[chosen]?.name;
			dispatch({ type: 'close' });
			if (name !== undefined) showContext(name);
		},
	},
	closeCommand('context-close', ['escape', 'q'], 'Cancel'),
	...choosingCommands('context', ({ contexts }) => contexts.rows.list.length),
]);

/** Cells of the names. */
const NAME_CELLS = 20;

/** Chooses the service that the cockpit shows. */
function ContextDialog({ dialog, state, ...screen }: DialogProps<'context'>) {
	const { current, rows } = state.contexts;
	return (
		<Dialog title={contextDialogText.title} columns={72} screen={screen}>
			<Choices
				count={rows.list.length}
				chosen={dialog.chosen}
				lineOf={(index) => {
					const row = rows.list[index];
					if (!row) return { left: [] };
					const attention = attentionOf(row);
					return {
						left: [
							{ text: ` ${row.name}`, cells: NAME_CELLS },
							{ text: ` ${shortAddress(row.url)}`, token: 'faint' },
						],
						right: [
							...(attention === '' ? [] : [{ text: `${attention} `, token: 'bad' } as const]),
							...(row.name === current ? [{ text: contextDialogText.current, token: 'good' } as const] : []),
						],
					};
				}}
			/>
		</Dialog>
	);
}

export const contextDialog: DialogSurface<'context'> = {
	kind: 'context',
	title: 'Choose a service',
	commands: contextCommands,
	list: chosenList((_, { contexts }) => contexts.rows.list.length),
	view: ContextDialog,
};
