import { emptyLine, type LineEdit, lineText } from '../surfaces/line-edit.ts';

/** A sign for each character of a hidden text. */
const MASK = '•';

/**
 * A line of text that is not shown. The text is a private field: dumps of the state, JSON and inspections do not have it.
 * Immutable.
 */
export class SecretLine {
	readonly #line: LineEdit;
	/** The line with a sign for each character. */
	readonly masked: LineEdit;

	constructor(line: LineEdit = emptyLine) {
		this.#line = line;
		this.masked = { characters: line.characters.map(() => MASK), cursor: line.cursor };
	}

	edit(edit: (line: LineEdit) => LineEdit): SecretLine {
		return new SecretLine(edit(this.#line));
	}

	/** Returns the text. Only a request to the service uses it. */
	reveal(): string {
		return lineText(this.#line);
	}
}
