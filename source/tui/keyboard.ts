import { emptyLine, insertText, longestLine } from '../state/line-edit.ts';
import type { CommandContext } from './command.ts';
import { looksLikeSource } from './dialogs/add/uri.ts';
import type { InputEvent, KeyEvent } from './input/events.ts';
import { commandOf, obstacle } from './keymap.ts';

/** The name by which commands know a key: 'j', 'G', 'up', 'ctrl-z', 'shift-tab', 'alt-backspace'. */
export function keyName({ name, ctrl, alt, shift }: KeyEvent): string {
	return `${ctrl ? 'ctrl-' : ''}${alt ? 'alt-' : ''}${shift ? 'shift-' : ''}${name}`;
}

/** Turns what the user does into a command or typed text. */
export function handleInput(event: InputEvent, context: CommandContext): void {
	if (event.type === 'key') handleKey(event, context);
	else if (event.type === 'paste') handlePaste(event.text, context);
}

function handleKey(key: KeyEvent, context: CommandContext): void {
	const { state, dispatch } = context;
	const command = commandOf(state, keyName(key));
	if (command) {
		const why = obstacle(command, state);
		if (why === undefined) command.run(context);
		else dispatch({ type: 'news', news: { level: 'info', text: why }, at: Date.now() });
		return;
	}
	if (key.text !== '' && state.dialogs.at(-1)?.kind === 'add')
		dispatch({ type: 'type-text', text: key.text });
}

/** A paste into a line is typed; a magnet link or URL pasted anywhere else is something to add. */
function handlePaste(pasted: string, { state, dispatch }: CommandContext): void {
	const text = pasted.trim();
	if (state.dialogs.at(-1)?.kind === 'add') dispatch({ type: 'type-text', text });
	else if (state.dialogs.length === 0 && looksLikeSource(text)) {
		dispatch({ type: 'open', dialog: { kind: 'add', line: insertText(emptyLine, text) } });
	} else return;
	if (text.length > longestLine) {
		const why = `What you pasted was too long; it was cut to ${longestLine} characters.`;
		dispatch({ type: 'news', news: { level: 'warning', text: why }, at: Date.now() });
	}
}
