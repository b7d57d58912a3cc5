import { bytes } from '../../../format/bytes.ts';
import type { FilesFound } from '../../../state/files/dialogs.ts';
import { editFilesDialog } from '../../../state/files/dialogs.ts';
import { composeLine, type Segment } from '../../components/compose-line.ts';
import { answer, answersTargets } from '../../components/dialog-targets.ts';
import { Frame, innerWidthOf } from '../../components/frame.tsx';
import { textField } from '../../components/text-field.ts';
import type { DialogProps, DialogSurface } from '../dialog.ts';
import { filesPatternCommands } from './commands.ts';

const WANTED_WIDTH = 60;

/** Asks for a pattern, and shows its matches while it is typed. */
export function FilesPatternDialog({ dialog, theme, width, height }: DialogProps<'files-pattern'>) {
	const inner = innerWidthOf(width, WANTED_WIDTH);
	const line = (...segments: Segment[]) => composeLine(theme, inner, segments);
	const answers = [
		...answer('files-pattern-confirm', 'enter', dialog.want ? ' want them   ' : ' do not want them   '),
		...answer('files-pattern-cancel', 'esc', ' cancel'),
	];
	const lines = [
		line({ text: 'Pattern, like *.mkv or extras/** or *.{srt,sub}:' }),
		textField(dialog.line.characters, dialog.line.cursor, inner),
		line({ text: foundText(dialog.want, dialog.found), token: 'info' }),
		'',
		line(...answers),
	];
	return (
		<Frame
			title={dialog.want ? 'Files to want' : 'Files not to want'}
			theme={theme}
			screenWidth={width}
			screenHeight={height}
			innerWidth={WANTED_WIDTH}
			lines={lines}
			targetAt={answersTargets(lines.length, inner, answers)}
		/>
	);
}

/** Returns '37 files, 12 of them to change: 4.1 GiB'. */
export function foundText(want: boolean, { files, changing, bytes: size }: FilesFound): string {
	if (files === 0) return 'No file is like that.';
	const all = files === 1 ? '1 file' : `${files} files`;
	if (changing === 0) return `${all}, ${want ? 'wanted' : 'not wanted'} already`;
	return changing === files
		? `${all}, ${bytes(size)}`
		: `${all}, ${changing} of them to change, ${bytes(size)}`;
}

export const filesPatternDialog: DialogSurface<'files-pattern'> = {
	kind: 'files-pattern',
	title: 'Select files by pattern',
	commands: filesPatternCommands,
	field: { edit: (dialog, state, edit) => editFilesDialog(state, dialog, edit) },
	view: FilesPatternDialog,
	spoken: {
		title: ({ want }) =>
			want ? 'Select the files that match a pattern' : 'Deselect the files that match a pattern',
		choice: ({ want, found, line }) => (line.characters.length === 0 ? '' : foundText(want, found)),
	},
};
