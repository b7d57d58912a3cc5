import { bytes } from '../../../../../../../format/bytes.ts';
import { editFilesDialog, type FilesFound } from '../../../../../../../state/adding/files-dialogs.ts';
import { refusalOf } from '../../../../../../actions/file-requests.ts';
import type { DialogProps, DialogSurface } from '../../../../../../dialogs/dialog.ts';
import { Answers, Dialog, Field, Line } from '../../../../../../dialogs/kit/index.ts';
import { filesPatternCommands, filesPatternText } from './commands.ts';

/** Asks for a pattern, and shows its matches while it is typed. */
export function FilesPatternDialog({ dialog, state, ...screen }: DialogProps<'files-pattern'>) {
	const { included, found, line } = dialog;
	const text = foundText(included, found);
	const isRefused = !included && found.changing > 0 && refusalOf(state, found.changing) !== undefined;
	return (
		<Dialog title={included ? 'Select files' : 'Deselect files'} columns={60} screen={screen}>
			<Line>{'Pattern, like *.mkv or extras/** or *.{srt,sub}:'}</Line>
			<Field line={line} />
			<Line token="info" isLive spoken={line.characters.length === 0 ? '' : text}>
				{text}
			</Line>
			<Line token="warning">{isRefused ? filesPatternText.allDeselected : ''}</Line>
			<Answers
				commands={filesPatternCommands}
				without={found.changing === 0 || isRefused ? ['files-pattern-confirm'] : []}
				texts={{ 'files-pattern-confirm': included ? 'select them' : 'deselect them' }}
			/>
		</Dialog>
	);
}

/** Returns '37 files, 12 of them to change: 4.1 GiB'. */
function foundText(included: boolean, { files, changing, bytes: size }: FilesFound): string {
	if (files === 0) return 'No file matches.';
	const all = files === 1 ? '1 file' : `${files} files`;
	if (changing === 0) return `${all}, already ${included ? 'selected' : 'deselected'}`;
	return changing === files
		? `${all}, ${bytes(size)}`
		: `${all}, ${changing} of them to change, ${bytes(size)}`;
}

export const filesPatternDialog: DialogSurface<'files-pattern'> = {
	kind: 'files-pattern',
	title: 'Select files by pattern',
	commands: filesPatternCommands,
	showsKeys: true,
	field: { edit: (dialog, state, edit) => editFilesDialog(state, dialog, edit) },
	view: FilesPatternDialog,
};
