import { width } from '../../format/cells.ts';
import { sanitize } from '../../format/sanitize.ts';

/**
 * Returns a text field in `columns` cells. The cursor is an inverted cell and always visible. `characters` are grapheme
 * clusters; the cursor is before the one at its index.
 */
export function textField(characters: readonly string[], cursor: number, columns: number): string {
	const shown = characters.map((character) => sanitize(character));
	// Shows as much before the cursor as fits beside its own cell.
	let from = cursor;
	let room = columns - Math.max(1, width(shown[cursor] ?? ' '));
	while (from > 0 && width(shown[from - 1] ?? '') <= room) {
		from--;
		room -= width(shown[from] ?? '');
	}
	let line = `${shown.slice(from, cursor).join('')}\u001b[7m${shown[cursor] ?? ' '}\u001b[0m`;
	for (const character of shown.slice(cursor + 1)) {
		room -= width(character);
		if (room < 0) break;
		line += character;
	}
	return line;
}
