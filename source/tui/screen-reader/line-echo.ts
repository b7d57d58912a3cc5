import { sanitize } from '../../format/sanitize.ts';
import { type LineEdit, lineText } from '../../state/surfaces/line-edit.ts';
import type { SpeechOutput } from './speech-output.ts';

/** Maximum of characters of a line spoken at once; a paste can be a thousand times as long. */
const MAX_CHARACTERS = 300;

export const lineEchoText = { empty: 'Empty.', end: 'End of the line.', blank: 'space' } as const;

/**
 * Speaks the change of an edited line. Text typed at its end continues the line on the terminal. After any other change
 * the whole line is spoken again. After a cursor move the character under it is spoken.
 */
export function echoEdit(voice: SpeechOutput, before: LineEdit, after: LineEdit): void {
	const sameText = before.characters === after.characters || lineText(before) === lineText(after);
	if (sameText) {
		if (before.cursor !== after.cursor) voice.say(characterAt(after));
		return;
	}
	if (isTypedAtEnd(before, after)) {
		voice.echo(sanitize(after.characters.slice(before.characters.length).join(''), MAX_CHARACTERS));
	} else openLine(voice, after);
}

/** Speaks a whole line, and leaves it open for typed text. */
export function openLine(voice: SpeechOutput, line: LineEdit): void {
	if (line.characters.length === 0) voice.say(lineEchoText.empty);
	else voice.open(sanitize(lineText(line), MAX_CHARACTERS));
}

function isTypedAtEnd(before: LineEdit, after: LineEdit): boolean {
	return (
		before.cursor === before.characters.length &&
		after.cursor === after.characters.length &&
		after.characters.length > before.characters.length &&
		before.characters.every((character, index) => character === after.characters[index])
	);
}

function characterAt({ characters, cursor }: LineEdit): string {
	const character = characters[cursor];
	if (character === undefined) return lineEchoText.end;
	return character === ' ' ? lineEchoText.blank : sanitize(character);
}
