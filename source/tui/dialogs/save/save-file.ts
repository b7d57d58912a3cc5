import type { Client } from '../../../client/client.ts';
import { bytes } from '../../../format/bytes.ts';
import { sanitize } from '../../../format/sanitize.ts';
import type { LocalMachine, TextToSave } from '../../../state/batch/request.ts';
import { type DialogOf, topDialogOf } from '../../../state/dialogs/open-dialogs.ts';
import type { PathDialog } from '../../../state/dialogs/save-torrent-dialog.ts';
import { lineText } from '../../../state/surfaces/line-edit.ts';
import { localErrorText } from '../../actions/local-error-text.ts';
import type { CommandContext } from '../../surfaces/command.ts';
import type { KindsWith } from '../dialog.ts';

/** Kinds of dialogs that save a file under a typed path. */
export type PathKind = KindsWith<PathDialog>;

interface FileToSave {
	/** The content in words: 'the log'. Sanitized. */
	readonly what: string;
	/** Start of the entry about a failure: 'Saving the log'. Untrusted. */
	readonly doing: string;
	/** The download that it belongs to. */
	readonly infohash?: string;
	readonly save: (
		machine: LocalMachine<Client>,
		wanted: Pick<TextToSave, 'path' | 'overwrite'>,
		client: Client,
	) => ReturnType<LocalMachine<Client>['saveText']>;
}

/** Saves a file under the path of the dialog. While the dialog is open, it shows the progress, a question or an error. */
export function saveFile(
	context: CommandContext,
	dialog: DialogOf<PathKind>,
	overwrite: boolean,
	{ what, doing, infohash, save }: FileToSave,
): void {
	const { dispatch } = context;
	const { kind, line } = dialog;
	const change = (fields: Partial<PathDialog>) =>
		dispatch({ type: 'replace-dialog', dialog: { ...dialog, fault: '', ...fields } });
	change({ stage: 'saving' });
	// After Escape, another dialog of this kind may be open when the file is written.
	const isOpen = () => {
		const top = topDialogOf(context.state, kind);
		return top?.stage === 'saving' && top.line === line;
	};
	context.write({
		send: async (client, machine) => {
			try {
				const saving = await save(machine, { path: lineText(line), overwrite }, client);
				if (saving.kind === 'exists') {
					if (isOpen()) change({ stage: 'exists' });
					return;
				}
				if (isOpen()) dispatch({ type: 'close' });
				const text = `Saved ${what}: ${sanitize(saving.path, 400)} (${bytes(saving.bytes)})`;
				dispatch({ type: 'news', news: { level: 'success', text, infohash }, at: Date.now() });
			} catch (error) {
				const fault = localErrorText(error);
				// The dialog shows the error, if it is still open.
				const quiet = isOpen();
				if (quiet) change({ stage: 'typing', fault });
				const news = { level: 'error', doing, text: fault, infohash, quiet } as const;
				dispatch({ type: 'news', news, at: Date.now() });
			}
		},
		stale: [],
	});
}
