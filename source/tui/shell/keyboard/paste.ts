import { MAX_LINE_LENGTH } from '../../../state/surfaces/line-edit.ts';
import { pasteSources } from '../../dialogs/add/paste.ts';
import { type CommandContext, showNotice } from '../../surfaces/command.ts';
import { dialogs } from '../dialogs.ts';

export const pasteText = {
	refused: 'Text cannot be pasted here. Close this first.',
	cut: `The pasted text was too long. It was cut to ${MAX_LINE_LENGTH} characters.`,
} as const;

/** Handles a paste. Into a text field it is typed. Pasted links and paths on a pane open the add dialog. */
export function handlePaste(pasted: string, context: CommandContext): void {
	const top = context.state.dialogs.at(-1);
	if (!top) {
		pasteSources(pasted, context);
		return;
	}
	const { paste, field } = dialogs[top.kind];
	if (paste) paste(pasted, context);
	else if (field) typePasted(pasted.trim(), context);
	else showNotice('warning', pasteText.refused, context);
}

function typePasted(text: string, context: CommandContext): void {
	context.dispatch({ type: 'type-text', text });
	if (text.length > MAX_LINE_LENGTH) showNotice('warning', pasteText.cut, context);
}
