import { emptyLine, insertText, longestLine } from '../state/line-edit.ts';
import { type CommandContext, runCommand } from './command.ts';
import { looksLikeSource } from './dialogs/add/uri.ts';
import type { InputEvent, KeyEvent, MouseEvent } from './input/events.ts';
import { commandOf } from './keymap.ts';

/** The name by which commands know a key: 'j', 'G', 'up', 'ctrl-z', 'shift-tab', 'alt-backspace'. */
export function keyName({ name, ctrl, alt, shift }: KeyEvent): string {
	return `${ctrl ? 'ctrl-' : ''}${alt ? 'alt-' : ''}${shift ? 'shift-' : ''}${name}`;
}

/**
 * Turns what the user does into a command or typed text. On a screen too small to show anything only what leads out
 * works: nobody should remove what they do not see.
 */
export function handleInput(event: InputEvent, context: CommandContext): void {
	if (context.unseen && !leadsOut(event, context)) return;
	if (event.type === 'key') handleKey(event, context);
	else if (event.type === 'paste') handlePaste(event.text, context);
	else if (event.type === 'mouse') handleMouse(event, context);
}

function leadsOut(event: InputEvent, { state }: CommandContext): boolean {
	const command = event.type === 'key' ? commandOf(state, keyName(event)) : undefined;
	return command?.scope === 'everywhere' || command?.id === 'quit';
}

function handleKey(key: KeyEvent, context: CommandContext): void {
	const { state, dispatch } = context;
	const command = commandOf(state, keyName(key));
	if (command) runCommand(command, context);
	else if (key.text !== '' && typesInto(context)) dispatch({ type: 'type-text', text: key.text });
}

/** Does the dialog on top have a line to type into? */
function typesInto({ state }: CommandContext): boolean {
	const top = state.dialogs.at(-1);
	return top !== undefined && 'line' in top;
}

/** A paste into a line is typed; a magnet link or URL pasted anywhere else is something to add. */
function handlePaste(pasted: string, context: CommandContext): void {
	const { state, dispatch } = context;
	const text = pasted.trim();
	if (typesInto(context)) dispatch({ type: 'type-text', text });
	else if (state.dialogs.length === 0 && looksLikeSource(text)) {
		dispatch({ type: 'open', dialog: { kind: 'add', line: insertText(emptyLine, text) } });
	} else return;
	if (text.length > longestLine) {
		const why = `What you pasted was too long; it was cut to ${longestLine} characters.`;
		dispatch({ type: 'news', news: { level: 'warning', text: why }, at: Date.now() });
	}
}

/** Rows that a step of the wheel moves by. */
const wheelStep = 3;

/** The wheel moves what the arrow keys move. */
function handleMouse({ action, button }: MouseEvent, context: CommandContext): void {
	if (action !== 'scroll' || (button !== 'wheel-up' && button !== 'wheel-down')) return;
	const command = commandOf(context.state, button === 'wheel-up' ? 'up' : 'down');
	for (let step = 0; command && step < wheelStep; step++) runCommand(command, context);
}
