import { oneLine } from '../../../format/one-line.ts';
import { sanitise } from '../../../format/sanitise.ts';
import { wrap } from '../../../format/wrap.ts';
import { editSaveTorrent } from '../../../state/dialogs/save-torrent-dialog.ts';
import { composeLine, type Segment } from '../../components/compose-line.ts';
import { answer, answersTargets } from '../../components/dialog-targets.ts';
import { Frame, innerWidthOf } from '../../components/frame.tsx';
import { textField } from '../../components/text-field.ts';
import type { Token } from '../../theme/theme.ts';
import type { DialogProps, DialogSurface } from '../dialog.ts';
import { saveTorrentCommands } from './commands.ts';

const WANTED_WIDTH = 90;
/** Maximum lines for the error. */
const MAX_SPOKEN = 4;

/** Asks for the path of the .torrent file, and before it overwrites one. */
export function SaveTorrentDialog({ dialog, theme, width, height }: DialogProps<'save-torrent'>) {
	const inner = innerWidthOf(width, WANTED_WIDTH);
	const line = (...segments: Segment[]) => composeLine(theme, inner, segments);
	const { stage, fault, name } = dialog;
	const exists = stage === 'exists';
	const answers = [
		...(exists
			? answer('save-torrent-overwrite', 'ctrl-o', ' overwrite it   ')
			: answer('save-torrent-confirm', 'enter', ' save it   ')),
		...answer('save-torrent-leave', 'esc', ' cancel'),
	];
	const said: { readonly text: string; readonly token: Token } = exists
		? { text: 'There is such a file already. Type another name, or overwrite it.', token: 'warning' }
		: stage === 'saving'
			? { text: 'Saving…', token: 'busy' }
			: { text: oneLine(fault, 400), token: 'bad' };
	const told = wrap(said.text, inner).slice(0, MAX_SPOKEN);
	const lines = [
		line({ text: `The .torrent file of ${sanitise(name, inner * 4)} goes to:` }),
		textField(dialog.line.characters, dialog.line.cursor, inner),
		...told.map((text) => line({ text, token: said.token })),
		line(...answers),
	];
	return (
		<Frame
			title="Save the torrent"
			theme={theme}
			screenWidth={width}
			screenHeight={height}
			innerWidth={WANTED_WIDTH}
			lines={lines}
			targetAt={answersTargets(lines.length, inner, answers)}
		/>
	);
}

export const saveTorrentDialog: DialogSurface<'save-torrent'> = {
	kind: 'save-torrent',
	title: 'Save a .torrent file',
	commands: saveTorrentCommands,
	field: { edit: (dialog, state, edit) => editSaveTorrent(state, dialog, edit) },
	view: SaveTorrentDialog,
	spoken: {
		title: ({ name }) => `Save the torrent of ${sanitise(name, 300)}: type where it goes`,
		choice: ({ stage, fault }) =>
			stage === 'exists'
				? 'There is such a file already: type another name, or overwrite it.'
				: oneLine(fault, 400),
	},
};
