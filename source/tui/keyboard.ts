import { type CommandContext, runCommand } from './command.ts';
import type { InputEvent, KeyEvent } from './input/events.ts';
import { commandOf } from './keymap.ts';
import { handlePaste } from './paste.ts';

/** The name by which commands know a key: 'j', 'G', 'up', 'ctrl-z', 'shift-tab', 'alt-backspace'. */
export function keyName({ name, ctrl, alt, shift }: KeyEvent): string {
	return `${ctrl ? 'ctrl-' : ''}${alt ? 'alt-' : ''}${shift ? 'shift-' : ''}${name}`;
}

/**
 * Turns keys and pastes into commands or typed text; see mouse.ts for the mouse. On a screen too small to show anything
 * only what leads out works: nobody should remove what they do not see.
 */
export function handleInput(event: InputEvent, context: CommandContext): void {
	if (context.unseen && !leadsOut(event, context)) return;
	if (event.type === 'key') handleKey(event, context);
	else if (event.type === 'paste') handlePaste(event.text, context);
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
