/** More than anybody pastes on purpose; what follows is left out. */
const longest = 1_000_000;
const terminator = '\x1b[201~';

/** Collects a bracketed paste from the pieces it arrives in. */
export class PasteCollector {
	#text = '';
	/** The end of what arrived: the terminator may be split. */
	#tail = '';

	/** Takes a piece; when the paste ends in it, gives what follows the paste. */
	add(piece: string): string | undefined {
		const seen = this.#tail + piece;
		const end = seen.indexOf(terminator);
		if (end >= 0) {
			this.#keep(seen.slice(0, end));
			this.#tail = '';
			return seen.slice(end + terminator.length);
		}
		const kept = Math.max(0, seen.length - (terminator.length - 1));
		this.#keep(seen.slice(0, kept));
		this.#tail = seen.slice(kept);
		return undefined;
	}

	/** The text so far. */
	get text(): string {
		return this.#text + this.#tail;
	}

	#keep(text: string): void {
		if (this.#text.length < longest) this.#text += text.slice(0, longest - this.#text.length);
	}
}
