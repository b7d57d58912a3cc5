/** Maximum length of a paste; the rest is dropped. */
const MAX_PASTE = 1_000_000;
const PASTE_END = '\x1b[201~';

/** Collects a bracketed paste from the pieces it arrives in. */
export class PasteCollector {
	#text = '';
	/** The end of the input, because the terminator may be split. */
	#tail = '';

	/** Adds a piece. If the paste ends in it, returns the input after the paste. */
	add(piece: string): string | undefined {
		const seen = this.#tail + piece;
		const end = seen.indexOf(PASTE_END);
		if (end >= 0) {
			this.#keep(seen.slice(0, end));
			this.#tail = '';
			return seen.slice(end + PASTE_END.length);
		}
		const kept = Math.max(0, seen.length - (PASTE_END.length - 1));
		this.#keep(seen.slice(0, kept));
		this.#tail = seen.slice(kept);
		return undefined;
	}

	/** The text so far. */
	get text(): string {
		return this.#text + this.#tail;
	}

	#keep(text: string): void {
		if (this.#text.length < MAX_PASTE) this.#text += text.slice(0, MAX_PASTE - this.#text.length);
	}
}
