import type { State } from '../../../state/core/state.ts';
import { topDialogOf } from '../../../state/dialogs/open-dialogs.ts';
import { closeCommand, dialogCommands } from '../dialog-commands.ts';
import { openForm } from '../form/registry.ts';

export const metadataEntryRefusals = {
	notShown: 'The entry is not shown yet.',
} as const;

const opened = (state: State) => topDialogOf(state, 'metadata-entry');

function isShown(state: State): true | string {
	return opened(state)?.entry ? true : metadataEntryRefusals.notShown;
}

/** Commands of a metadata entry. */
export const metadataEntryCommands = dialogCommands('metadata-entry', [
	{
		id: 'metadata-entry-change',
		keys: ['e', 'enter'],
		title: 'Change name, category and status of the entry',
		hint: 'change it',
		when: isShown,
		run: ({ state, dispatch }) => {
			const dialog = opened(state);
			if (!dialog?.entry) return;
			const { publicKey, id, entry } = dialog;
			const { name = '', category = '', status } = entry;
			const texts = { name, category, status: status === undefined ? '' : String(status) };
			dispatch({ type: 'open', dialog: openForm({ form: 'entry-change', publicKey, id }, texts) });
		},
	},
	{
		id: 'metadata-entry-delete',
		keys: ['d', 'delete'],
		title: 'Delete the entry; asks first',
		hint: 'delete it',
		when: isShown,
		run: ({ state, dispatch }) => {
			const dialog = opened(state);
			if (!dialog?.entry) return;
			const { publicKey, id, entry } = dialog;
			const subject = { what: 'entry', publicKey, id, name: entry.name ?? '' } as const;
			dispatch({ type: 'open', dialog: { kind: 'channel-remove', subject } });
		},
	},
	closeCommand('metadata-entry-close', ['escape', 'q']),
]);
