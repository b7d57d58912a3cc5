import { StringDecoder } from 'node:string_decoder';
import type { InputEvent, TerminalReply } from './events.ts';
import { PasteCollector } from './paste.ts';
import { readUnit } from './sequence.ts';

/** How long a sequence may pause within, in milliseconds: after that a lone ESC is the escape key. */
const SEQUENCE_TIMEOUT_MS = 40;
/** Replies may come in pieces over a slow link; no key begins as they do. */
const REPLY_TIMEOUT_MS = 500;
/** A paste that stops for this long has lost its end. */
const PASTE_TIMEOUT_MS = 3000;

/**
 * Turns what a terminal sends into events, in order and however it is split into reads.
 *
 * Invariant: `#rest` is the start of a unit that is not complete, or empty; so the events depend on the bytes
 * and on pauses within a sequence, never on how many reads the bytes came in.
 */
export class InputDecoder {
	readonly #emit: (event: InputEvent) => void;
	readonly #onReply: (reply: TerminalReply) => void;
	#utf8 = new StringDecoder('utf8');
	#rest = '';
	#paste: PasteCollector | undefined;
	#timer: NodeJS.Timeout | undefined;

	/** What the terminal answers to what it was asked goes to `onReply`, between the events as it came. */
	constructor(emit: (event: InputEvent) => void, onReply: (reply: TerminalReply) => void = () => {}) {
		this.#emit = emit;
		this.#onReply = onReply;
	}

	/** Takes what was read from the terminal. */
	write(chunk: Buffer | string): void {
		clearTimeout(this.#timer);
		this.#take(typeof chunk === 'string' ? chunk : this.#utf8.write(chunk), false);
	}

	/** Nothing follows for the moment: gives what was waiting for more. */
	flush(): void {
		clearTimeout(this.#timer);
		if (this.#paste) this.#endPaste();
		else this.#take('', true);
	}

	/** Forgets what is incomplete. */
	reset(): void {
		clearTimeout(this.#timer);
		this.#utf8 = new StringDecoder('utf8');
		this.#rest = '';
		this.#paste = undefined;
	}

	#take(text: string, final: boolean): void {
		let input = this.#rest + text;
		// A listener may reset us, or make us take more: what is left is ours until the end.
		this.#rest = '';
		while (input !== '') {
			if (this.#paste) {
				const after = this.#paste.add(input);
				if (after === undefined) break;
				this.#endPaste();
				input = after;
				continue;
			}
			const unit = readUnit(input, final);
			if (unit.kind === 'incomplete') {
				this.#rest = input;
				this.#wait(unit.reply ? REPLY_TIMEOUT_MS : SEQUENCE_TIMEOUT_MS);
				break;
			}
			input = input.slice(unit.length);
			if (unit.kind === 'paste') this.#paste = new PasteCollector();
			else if (unit.kind === 'reply') this.#onReply(unit.reply);
			else if (unit.event) this.#emit(unit.event);
		}
		if (this.#paste) this.#wait(PASTE_TIMEOUT_MS);
	}

	#endPaste(): void {
		const text = this.#paste?.text ?? '';
		this.#paste = undefined;
		this.#emit({ type: 'paste', text });
	}

	#wait(pause: number): void {
		this.#timer = setTimeout(() => this.flush(), pause);
	}
}
