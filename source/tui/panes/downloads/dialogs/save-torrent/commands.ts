import { bytes } from '../../../../../format/bytes.ts';
import { torrentFileName } from '../../../../../format/file-name.ts';
import { sanitize } from '../../../../../format/sanitize.ts';
import { topDialogOf } from '../../../../../state/dialogs/open-dialogs.ts';
import type { SaveTorrentDialog } from '../../../../../state/dialogs/save-torrent-dialog.ts';
import { lineText } from '../../../../../state/surfaces/line-edit.ts';
import { localErrorText } from '../../../../actions/local-error-text.ts';
import { closeCommand, dialogCommands, editCommands } from '../../../../dialogs/dialog-commands.ts';
import type { CommandContext } from '../../../../surfaces/command.ts';

function save(context: CommandContext, { of, name, line }: SaveTorrentDialog, overwrite: boolean): void {
	const { dispatch, write } = context;
	dispatch({ type: 'save-torrent', what: { kind: 'saving', of } });
	write({
		send: async (client, machine) => {
			const wanted = { infohash: of, path: lineText(line), name: torrentFileName(name, of), overwrite };
			try {
				const saving = await machine.saveTorrent(client, wanted);
				dispatch({ type: 'save-torrent', what: { kind: saving.kind, of } });
				if (saving.kind !== 'saved') return;
				const text = `Saved the .torrent file of ${sanitize(name, 100)}: ${sanitize(saving.path, 400)} (${bytes(saving.bytes)})`;
				dispatch({ type: 'news', news: { level: 'success', text, infohash: of }, at: Date.now() });
			} catch (error) {
				const fault = localErrorText(error);
				const isAsking = topDialogOf(context.state, 'save-torrent')?.of === of;
				dispatch({ type: 'save-torrent', what: { kind: 'failed', of, fault } });
				const news = {
					level: 'error',
					doing: `Saving the .torrent file of ${name}`,
					text: fault,
					infohash: of,
					// The dialog shows the error, if it is still open.
					quiet: isAsking,
				} as const;
				dispatch({ type: 'news', news, at: Date.now() });
			}
		},
		stale: [],
	});
}

/** Commands of the dialog that saves a .torrent file; every other key types. */
export const saveTorrentCommands = dialogCommands('save-torrent', [
	{
		id: 'save-torrent-confirm',
		keys: ['enter'],
		title: 'Save the .torrent file under this path',
		hint: 'save it',
		when: (_, { stage, line }) => {
			if (stage === 'saving') return 'It is being saved.';
			return lineText(line).trim() !== '' ? true : 'There is no path yet.';
		},
		run: (context, dialog) => save(context, dialog, false),
	},
	{
		id: 'save-torrent-overwrite',
		keys: ['ctrl-o'],
		title: 'Overwrite the existing file',
		hint: 'overwrite it',
		when: (_, { stage }) => (stage === 'exists' ? true : 'There is nothing to overwrite.'),
		run: (context, dialog) => save(context, dialog, true),
	},
	closeCommand('save-torrent-leave', ['escape'], 'Cancel'),
	...editCommands('save-torrent'),
]);
