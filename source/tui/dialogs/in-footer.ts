import type { Dialog } from '../../state/dialogs.ts';
import type { LineEdit } from '../../state/line-edit.ts';

/** The line of a dialog that is typed in the footer, with what lies above it in view and in reach. */
export function lineInFooter(dialog: Dialog | undefined): LineEdit | undefined {
	switch (dialog?.kind) {
		case 'filter':
		case 'files-filter':
		case 'events-filter':
			return dialog.line;
		default:
			return undefined;
	}
}
