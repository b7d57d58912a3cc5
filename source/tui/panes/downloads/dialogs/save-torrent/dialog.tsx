import { oneLine } from '../../../../../format/one-line.ts';
import {
	editSaveTorrent,
	type SaveTorrentDialog as Saving,
} from '../../../../../state/dialogs/save-torrent-dialog.ts';
import type { DialogProps, DialogSurface } from '../../../../dialogs/dialog.ts';
import { Answers, Dialog, Field, Line, Paragraph } from '../../../../dialogs/kit/index.ts';
import type { Token } from '../../../../theme/theme.ts';
import { saveTorrentCommands } from './commands.ts';

export const saveTorrentDialogText = {
	title: 'Save the torrent',
	exists: 'This file exists. Type another name, or overwrite it.',
} as const;

/** Asks for the path of the .torrent file, and before it overwrites one. */
export function SaveTorrentDialog({ dialog, state: _, ...screen }: DialogProps<'save-torrent'>) {
	const [text, token] = statusOf(dialog);
	const without = dialog.stage === 'exists' ? 'save-torrent-confirm' : 'save-torrent-overwrite';
	return (
		<Dialog title={saveTorrentDialogText.title} columns={90} screen={screen}>
			<Line>{`The .torrent file of ${dialog.name} is saved as:`}</Line>
			<Field line={dialog.line} />
			{text === '' ? (
				<Line />
			) : (
				<Paragraph token={token} most={4} isLive>
					{text}
				</Paragraph>
			)}
			<Answers commands={saveTorrentCommands} without={[without]} />
		</Dialog>
	);
}

function statusOf({ stage, fault }: Saving): readonly [text: string, token: Token] {
	if (stage === 'exists') {
		return [saveTorrentDialogText.exists, 'warning'];
	}
	return stage === 'saving' ? ['Saving…', 'busy'] : [oneLine(fault, 400), 'bad'];
}

export const saveTorrentDialog: DialogSurface<'save-torrent'> = {
	kind: 'save-torrent',
	title: 'Save a .torrent file',
	commands: saveTorrentCommands,
	showsKeys: true,
	field: { edit: (dialog, state, edit) => editSaveTorrent(state, dialog, edit) },
	view: SaveTorrentDialog,
};
