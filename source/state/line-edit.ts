/** A line of text being typed: its characters (grapheme clusters), and the cursor before one of them. */
export interface LineEdit {
	readonly characters: readonly string[];
	/** 0 to the number of characters. */
	readonly cursor: number;
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

const clusters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

export const emptyLine: LineEdit = { characters: [], cursor: 0 };

export function lineText(line: LineEdit): string {
	return line.characters.join('');
}

/** Types or pastes text at the cursor; line breaks and control characters become spaces. */
export function insertText(line: LineEdit, text: string): LineEdit {
	const flat = text.replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ');
	const before = line.characters.slice(0, line.cursor).join('') + flat;
	const whole = before + line.characters.slice(line.cursor).join('');
	// What was typed may join the character before it (an accent): count clusters, not what was added.
	return { characters: split(whole), cursor: split(before).length };
}

export function editLine(line: LineEdit, move: LineMove): LineEdit {
	const { characters, cursor } = line;
	const cut = (from: number, to: number): LineEdit => ({
		characters: [...characters.slice(0, from), ...characters.slice(to)],
		cursor: from,
	});
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

function split(text: string): string[] {
	return Array.from(clusters.segment(text), ({ segment }) => segment);
}
