import type { State } from '../../../state/core/state.ts';
import type { MetadataEntryDialog } from '../../../state/dialogs/metadata-entry-dialog.ts';
import type { Command } from '../../commands/command.ts';
import { openForm } from '../form/registry.ts';

export const metadataEntryRefusals = {
	notShown: 'The entry is not shown yet.',
} as const;

function opened({ dialogs }: State): MetadataEntryDialog | undefined {
	const top = dialogs.at(-1);
	return top?.kind === 'metadata-entry' ? top : undefined;
}

function isShown(state: State): true | string {
	return opened(state)?.entry ? true : metadataEntryRefusals.notShown;
}

/** Commands of a metadata entry. */
export const metadataEntryCommands: readonly Command[] = [
	{
		id: 'metadata-entry-change',
		scope: 'metadata-entry',
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
		scope: 'metadata-entry',
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
	{
		id: 'metadata-entry-close',
		scope: 'metadata-entry',
		keys: ['escape', 'q'],
		title: 'Close',
		hint: 'close',
		run: ({ dispatch }) => dispatch({ type: 'close' }),
	},
];
