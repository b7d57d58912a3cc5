import type { State } from '../../../state/core/state.ts';
import type { MetadataEntryDialog } from '../../../state/dialogs/metadata-entry-dialog.ts';
import { closeCommand, dialogCommands } from '../dialog-commands.ts';
import { openForm } from '../form/registry.ts';

const metadataEntryRefusals = {
	notShown: 'The entry is not shown yet.',
} as const;

function isShown(_: State, { entry }: MetadataEntryDialog): true | string {
	return entry ? true : metadataEntryRefusals.notShown;
}

/** Commands of a metadata entry. */
export const metadataEntryCommands = dialogCommands('metadata-entry', [
	{
		id: 'metadata-entry-change',
		keys: ['e', 'enter'],
		title: 'Change name, category and status of the entry',
		hint: 'change it',
		when: isShown,
		run: ({ dispatch }, { publicKey, id, entry }) => {
			if (!entry) return;
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
		run: ({ dispatch }, { publicKey, id, entry }) => {
			if (!entry) return;
			const subject = { what: 'entry', publicKey, id, name: entry.name ?? '' } as const;
			dispatch({ type: 'open', dialog: { kind: 'channel-remove', subject } });
		},
	},
	closeCommand('metadata-entry-close', ['escape', 'q']),
]);
