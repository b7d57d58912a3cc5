import { width } from '../../format/cells.ts';
import { sanitize } from '../../format/sanitize.ts';

/**
 * Returns a text field in `columns` cells. The cursor is an inverted cell and always visible. `characters` are grapheme
 * clusters; the cursor is before the one at its index. A selected text is inverted too.
 */
export function textField(
	characters: readonly string[],
	cursor: number,
	columns: number,
	isSelected = false,
): string {
	const shown = characters.map((character) => sanitize(character));
	// Shows as much before the cursor as fits beside its own cell.
	let from = cursor;
	let room = columns - Math.max(1, width(shown[cursor] ?? ' '));
	while (from > 0 && width(shown[from - 1] ?? '') <= room) {
		from--;
		room -= width(shown[from] ?? '');
	}
	const before = shown.slice(from, cursor).join('');
	const inverse = '\u001b[7m';
	let line = `${isSelected ? inverse + before : before + inverse}${shown[cursor] ?? ' '}\u001b[0m`;
	for (const character of shown.slice(cursor + 1)) {
		room -= width(character);
		if (room < 0) break;
		line += character;
	}
	return line;
}
