import type { State } from '../../../state/core/state.ts';
import { MAX_LINE_LENGTH } from '../../../state/surfaces/line-edit.ts';
import { pasteSources } from '../../dialogs/add/paste.ts';
import { keyOf } from '../../keys/effective-keys.ts';
import { showKey } from '../../keys/show-key.ts';
import {
	type CommandContext,
	clearNotice,
	runCommand,
	showNotice,
	showRefusal,
} from '../../surfaces/command.ts';
import type { InputEvent, KeyEvent } from '../../terminal/input/events.ts';
import { commandOf } from '../commands/keymap.ts';
import { dialogs } from '../dialogs.ts';
import { focusedField } from '../focus.ts';

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

/** Returns the name of a key in commands: 'j', 'G', 'up', 'ctrl-z', 'shift-tab', 'alt-backspace'. */
export function keyName({ name, ctrl, alt, shift }: KeyEvent): string {
	return `${ctrl ? 'ctrl-' : ''}${alt ? 'alt-' : ''}${shift ? 'shift-' : ''}${name}`;
}

/**
 * Turns keys and pastes into commands or typed text; see mouse.ts for the mouse. On a screen too small to show anything
 * only leaving commands work, because nobody should remove invisible downloads.
 */
export function handleInput(event: InputEvent, context: CommandContext): void {
	if (context.isTooSmall && !isLeaving(event, context)) return;
	if (event.type === 'key') handleKey(event, context);
	else if (event.type === 'paste') handlePaste(event.text, context);
}

function isLeaving(event: InputEvent, { state }: CommandContext): boolean {
	const command = event.type === 'key' ? commandOf(state, keyName(event)) : undefined;
	return command?.scope === 'everywhere' || command?.id === 'quit';
}

function handleKey(key: KeyEvent, context: CommandContext): void {
	const { state } = context;
	const command = commandOf(state, keyName(key));
	if (command) runCommand(command, context);
	else if (key.text !== '' && hasTextField(context)) typeText(key.text, context);
	else showRefusal(refusalOf(keyName(key), state), context);
}

export const keyboardText = {
	rejected: 'This cannot be typed here.',
	nothingInDialog: (key: string) => `${key} does nothing here.`,
	nothingInPane: (key: string, help = '?') =>
		`${key} does nothing here.${help === '' ? '' : ` Press ${help} for the keys.`}`,
} as const;

/** Types text into a field. A character that the field rejects is reported, e.g. a letter in a number. */
function typeText(text: string, context: CommandContext): void {
	const before = context.state.dialogs.at(-1);
	context.dispatch({ type: 'type-text', text });
	if (context.state.dialogs.at(-1) === before)
		showRefusal(focusedField(context.state)?.refusal ?? keyboardText.rejected, context);
	else clearNotice(context);
}

/** Returns the refusal of a key without a command. */
function refusalOf(key: string, state: State): string {
	const shown = showKey(key);
	return state.dialogs.length > 0
		? keyboardText.nothingInDialog(shown)
		: keyboardText.nothingInPane(shown, keyOf('help', '?', state.keys));
}

/** Whether the top dialog has a text field. */
function hasTextField({ state }: CommandContext): boolean {
	return focusedField(state) !== undefined;
}
