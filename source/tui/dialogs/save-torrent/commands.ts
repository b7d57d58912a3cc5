import { bytes } from '../../../format/bytes.ts';
import { torrentFileName } from '../../../format/file-name.ts';
import { sanitize } from '../../../format/sanitize.ts';
import type { State } from '../../../state/core/state.ts';
import { lineText } from '../../../state/dialogs/line-edit.ts';
import type { SaveTorrentDialog } from '../../../state/dialogs/save-torrent-dialog.ts';
import type { Command, CommandContext } from '../../commands/command.ts';
import { editCommands } from '../edit-commands.ts';
import { localErrorText } from '../local-error-text.ts';

function opened({ dialogs }: State): SaveTorrentDialog | undefined {
	const top = dialogs.at(-1);
	return top?.kind === 'save-torrent' ? top : undefined;
}

function save(context: CommandContext, overwrite: boolean): void {
	const { dispatch, write } = context;
	const dialog = opened(context.state);
	if (!dialog) return;
	const { of, name, line } = dialog;
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
				const isAsking = opened(context.state)?.of === of;
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
export const saveTorrentCommands: readonly Command[] = [
	{
		id: 'save-torrent-confirm',
		scope: 'save-torrent',
		keys: ['enter'],
		title: 'Save the .torrent file under this path',
		hint: 'save it',
		when: (state) => {
			const dialog = opened(state);
			if (dialog?.stage === 'saving') return 'It is being saved.';
			return dialog && lineText(dialog.line).trim() !== '' ? true : 'There is no path yet.';
		},
		run: (context) => save(context, false),
	},
	{
		id: 'save-torrent-overwrite',
		scope: 'save-torrent',
		keys: ['ctrl-o'],
		title: 'Overwrite the existing file',
		hint: 'overwrite it',
		when: (state) => (opened(state)?.stage === 'exists' ? true : 'There is nothing to overwrite.'),
		run: (context) => save(context, true),
	},
	{
		id: 'save-torrent-leave',
		scope: 'save-torrent',
		keys: ['escape'],
		title: 'Cancel',
		hint: 'cancel',
		run: ({ dispatch }) => dispatch({ type: 'close' }),
	},
	...editCommands('save-torrent'),
];
