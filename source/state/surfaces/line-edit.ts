import { graphemes } from '../../format/graphemes.ts';

/** An edited line of text: its characters (grapheme clusters), and the cursor before one of them. */
export interface LineEdit {
	readonly characters: readonly string[];
	/** 0 to the number of characters. */
	readonly cursor: number;
	/** Whether the next typed text replaces all of it. Any edit or movement of the cursor ends that. */
	readonly isSelected?: boolean;
}

export type LineMove =
	| 'left'
	| 'right'
	| 'home'
	| 'end'
	| 'backspace'
	| 'delete'
	| 'delete-word'
	| 'delete-to-start'
	| 'delete-to-end';

/** Maximum characters of a line. Without it an accidental paste would delay keys. */
export const MAX_LINE_LENGTH = 16_384;

export const emptyLine: LineEdit = { characters: [], cursor: 0 };

export function lineText(line: LineEdit): string {
	return line.characters.join('');
}

/** Returns a line with this text. Typed text replaces all of it. */
export function selectedLine(text: string): LineEdit {
	return { ...insertText(emptyLine, text), isSelected: true };
}

/**
 * Types or pastes text at the cursor. Line breaks and control characters become spaces. Text beyond the maximum
 * length is dropped.
 */
export function insertText(line: LineEdit, text: string): LineEdit {
	const { characters, cursor } = line.isSelected && text !== '' ? emptyLine : line;
	const room = Math.max(0, MAX_LINE_LENGTH - characters.length);
	const flat = text.slice(0, room).replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ');
	if (flat === '') return { characters, cursor };
	// Typed text can join only the adjacent characters, e.g. an accent.
	const from = Math.max(0, cursor - 1);
	const before = (characters[cursor - 1] ?? '') + flat;
	const joined = [...graphemes(before + (characters[cursor] ?? ''))];
	return {
		characters: [...characters.slice(0, from), ...joined, ...characters.slice(cursor + 1)],
		cursor: from + [...graphemes(before)].length,
	};
}

export function editLine(line: LineEdit, move: LineMove): LineEdit {
	const { characters, cursor } = line;
	const cut = (from: number, to: number): LineEdit => ({
		characters: [...characters.slice(0, from), ...characters.slice(to)],
		cursor: from,
	});
	if (line.isSelected && (move === 'backspace' || move.startsWith('delete'))) return emptyLine;
	switch (move) {
		case 'left':
			return { characters, cursor: Math.max(0, cursor - 1) };
		case 'right':
			return { characters, cursor: Math.min(characters.length, cursor + 1) };
		case 'home':
			return { characters, cursor: 0 };
		case 'end':
			return { characters, cursor: characters.length };
		case 'backspace':
			return cursor === 0 ? line : cut(cursor - 1, cursor);
		case 'delete':
			return cut(cursor, Math.min(characters.length, cursor + 1));
		case 'delete-word':
			return cut(wordStart(line), cursor);
		case 'delete-to-start':
			return cut(0, cursor);
		case 'delete-to-end':
			return cut(cursor, characters.length);
	}
}

function wordStart({ characters, cursor }: LineEdit): number {
	let at = cursor;
	while (at > 0 && characters[at - 1] === ' ') at--;
	while (at > 0 && characters[at - 1] !== ' ') at--;
	return at;
}
