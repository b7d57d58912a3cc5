import { hasEmojiForm, pictographic, plain, takesSkinTone, treatmentOf } from './characters.ts';

/** Replacement of unsafe characters. */
const placeholder = '\ufffd';

/** Maximum combining marks of a character. No language needs more, and many would cover other lines. */
const MAX_MARKS = 4;

/** Maximum joiners of an emoji. A family of four has three. */
const MAX_JOINERS = 4;

/**
 * A control sequence (CSI … final), a control string (OSC, DCS, SOS, PM, APC … terminator), or a two-character escape.
 * No class overlaps the start of another sequence, and all are bounded, so matching is cheap for any input.
 */
const escapeSequence =
	/(?:\x1b\[|\x9b)[0-?]{0,64}[ -/]{0,8}[@-~]|(?:\x1b[\]PX^_]|[\x9d\x90\x98\x9e\x9f])[^\x00-\x1f\x7f-\x9f]{0,1024}(?:\x07|\x1b\\|\x9c)|\x1b[ -/]{0,8}[0-OQ-WYZ\\`-~]/y;

/** Letters composed of a mark and a base, decomposed. Terminals and width tables disagree about their cells. */
const decompositions: ReadonlyMap<string, readonly [string, string]> = new Map([
	['\u0e33', ['\u0e4d', '\u0e32']],
	['\u0eb3', ['\u0ecd', '\u0eb2']],
]);

/**
 * Makes untrusted text (names, paths, messages, clients' names) safe for a terminal, in one line. The result has no
 * control characters, nothing that hides text or changes its direction, and no piles of marks. Unsafe characters
 * become '\ufffd'; breaks and tabs become spaces. Sanitizing is idempotent. `maxLength`: maximum UTF-16 units of the
 * result; a longer one ends in '…'. It bounds the cost, however long the text is.
 */
export function sanitize(text: string, maxLength = 4096): string {
	if (text.length <= maxLength && plain.test(text)) return text;
	return new Sanitizer(text, Math.max(0, Math.trunc(maxLength))).run();
}

class Sanitizer {
	readonly #text: string;
	readonly #maxLength: number;
	/** The result so far. A joiner and its emoji are one piece. */
	readonly #pieces: string[] = [];
	#length = 0;
	/** Last base character of the result, without its marks; '' at the beginning. */
	#base = '';
	/** Whether the last piece is the base itself, with at most its emoji form or skin tone. */
	#isPlainBase = false;
	#marks = 0;
	#joiners = 0;

	constructor(text: string, maxLength: number) {
		this.#text = text;
		this.#maxLength = maxLength;
	}

	run(): string {
		// Bounds the cost of invisible characters, which are dropped.
		const end = Math.min(this.#text.length, this.#maxLength * 4 + 64);
		let index = 0;
		while (index < end && this.#length <= this.#maxLength) index += this.#process(index);
		if (index >= this.#text.length && this.#length <= this.#maxLength) return this.#pieces.join('');
		return this.#shortened();
	}

	#shortened(): string {
		if (this.#maxLength === 0) return '';
		while (this.#length >= this.#maxLength) this.#length -= this.#pieces.pop()?.length ?? this.#length;
		return `${this.#pieces.join('')}…`;
	}

	/** Processes the character or sequence at `index`; returns its length in UTF-16 units. */
	#process(index: number): number {
		const character = at(this.#text, index);
		switch (treatmentOf(character)) {
			case 'keep':
				this.#keep(character);
				break;
			case 'space':
				this.#setBase(' ');
				break;
			case 'drop':
				break;
			case 'mark':
				this.#addMark(character);
				break;
			case 'joiner':
				return this.#join(index);
			case 'emoji-form':
				return this.#color(index);
			case 'skin-tone':
				if (this.#isPlainBase && takesSkinTone.test(this.#base)) this.#attach(character, '');
				else this.#setBase(placeholder);
				break;
			case 'replace':
				this.#setBase(placeholder);
				return sequenceLength(this.#text, index) || character.length;
		}
		return character.length;
	}

	#keep(character: string): void {
		const [mark, base] = decompositions.get(character) ?? ['', character];
		if (mark !== '') this.#addMark(mark);
		this.#setBase(base);
	}

	#setBase(character: string): void {
		this.#push(character);
		this.#base = character;
		this.#isPlainBase = true;
		this.#marks = 0;
		this.#joiners = 0;
	}

	/** Extends the base to another emoji. `next`: the new base; '' if nothing more can be attached. */
	#attach(addition: string, next: string): void {
		this.#push(addition);
		if (next !== '') this.#base = next;
		this.#isPlainBase = next !== '';
	}

	#addMark(character: string): void {
		// Without a base it would be drawn over the preceding text.
		if (this.#base === '' || this.#marks >= MAX_MARKS) return;
		this.#marks += 1;
		this.#push(character);
		this.#isPlainBase = false;
	}

	/** Keeps a joiner between two emoji that it joins. */
	#join(index: number): number {
		const next = index + 1 < this.#text.length ? at(this.#text, index + 1) : '';
		const joins =
			this.#marks === 0 &&
			this.#joiners < MAX_JOINERS &&
			pictographic.test(this.#base) &&
			pictographic.test(next) &&
			treatmentOf(next) === 'keep';
		if (!joins) return 1;
		this.#joiners += 1;
		this.#attach(`\u200d${next}`, next);
		return 1 + next.length;
	}

	/** Keeps one selector after a character with an emoji form, and inside a keycap. */
	#color(index: number): number {
		if (this.#isPlainBase && /^[0-9#*]$/.test(this.#base) && this.#text[index + 1] === '\u20e3') {
			this.#marks += 1;
			this.#attach('\ufe0f\u20e3', '');
			return 2;
		}
		if (this.#isPlainBase && hasEmojiForm.test(this.#base)) this.#attach('\ufe0f', '');
		return 1;
	}

	#push(piece: string): void {
		this.#pieces.push(piece);
		this.#length += piece.length;
	}
}

/** Returns the code point at `index` as text; half of a broken pair stays a half. */
function at(text: string, index: number): string {
	return String.fromCodePoint(text.codePointAt(index) ?? 0);
}

/** Returns the length of the escape sequence at `index` in units; 0 if there is none. */
function sequenceLength(text: string, index: number): number {
	escapeSequence.lastIndex = index;
	return escapeSequence.exec(text)?.[0].length ?? 0;
}
