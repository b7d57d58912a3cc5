import { StringDecoder } from 'node:string_decoder';
import { beginsColorReply, isStartOfColorReply, isSurelyColorReply } from './color-reply.ts';
import type { InputEvent, TerminalReply } from './events.ts';
import { PasteCollector } from './paste.ts';
import { MAX_SEQUENCE, readUnit } from './sequence.ts';

/** Timeout within a sequence, ms. After it a lone ESC is the escape key. */
const SEQUENCE_TIMEOUT_MS = 40;
/** Timeout within a reply, ms. Replies may arrive in pieces over a slow link, and no key starts like one. */
const REPLY_TIMEOUT_MS = 500;
/** Timeout within a reply with a color, ms. Its end is recognized by its characters, so it may be later. */
const COLOR_TIMEOUT_MS = 5000;
/** Characters that show that a reply has a color: ESC ] 11 ; */
const COLOR_BEGINNING = 5;
/** Timeout within a paste, ms. After it the end of the paste is lost. */
const PASTE_TIMEOUT_MS = 3000;

const TIMEOUTS_MS = { key: SEQUENCE_TIMEOUT_MS, reply: REPLY_TIMEOUT_MS, color: COLOR_TIMEOUT_MS } as const;

/**
 * Decodes the bytes of a terminal to events, in order and however they are split into reads.
 *
 * Invariant: `#rest` is the start of an incomplete unit, or empty. So the events depend on the bytes and on pauses
 * within a sequence, never on the number of reads.
 */
export class InputDecoder {
	readonly #emit: (event: InputEvent) => void;
	readonly #onReply: (reply: TerminalReply) => void;
	#utf8 = new StringDecoder('utf8');
	#rest = '';
	#paste: PasteCollector | undefined;
	/** Number of expected replies with a color. */
	#colors = 0;
	/** The beginning of a reply that was decoded as keys, because the rest was late. */
	#mistaken = '';
	#timer: NodeJS.Timeout | undefined;

	/** Replies to queries go to `onReply`, in order with the events. */
	constructor(emit: (event: InputEvent) => void, onReply: (reply: TerminalReply) => void = () => {}) {
		this.#emit = emit;
		this.#onReply = onReply;
	}

	/** Expects replies with a color: one whose first characters looked like a key is still no text. */
	expectColors(count: number): void {
		this.#colors = count;
	}

	/** Decodes bytes read from the terminal. */
	write(chunk: Buffer | string): void {
		clearTimeout(this.#timer);
		this.#take(typeof chunk === 'string' ? chunk : this.#utf8.write(chunk), false);
	}

	/** Decodes incomplete input as it is, because nothing follows for now. */
	flush(): void {
		clearTimeout(this.#timer);
		if (this.#paste) this.#endPaste();
		else this.#take('', true);
	}

	/** Discards incomplete input. */
	reset(): void {
		clearTimeout(this.#timer);
		this.#utf8 = new StringDecoder('utf8');
		this.#rest = '';
		this.#mistaken = '';
		this.#paste = undefined;
	}

	#take(text: string, final: boolean): void {
		let input = this.#rest + text;
		// A listener may call `reset` or `write`; the rest stays local until the end.
		this.#rest = '';
		if (this.#mistaken !== '') {
			const after = this.#continueReply(input, final);
			if (after === undefined) return;
			input = after;
		}
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
				const isTooLong = unit.as === 'color' && input.length > MAX_SEQUENCE;
				this.#rest = isTooLong ? input.slice(0, COLOR_BEGINNING) : input;
				this.#wait(TIMEOUTS_MS[unit.as]);
				break;
			}
			if (final && this.#colors > 0 && (input === '\x1b' || input === '\x1b]')) this.#mistaken = input;
			input = input.slice(unit.length);
			if (unit.kind === 'paste') this.#paste = new PasteCollector();
			else if (unit.kind === 'reply') this.#takeReply(unit.reply);
			else if (unit.event) this.#emit(unit.event);
		}
		if (this.#paste) this.#wait(PASTE_TIMEOUT_MS);
	}

	/**
	 * Reads input after a beginning that was decoded as keys. Returns the input that is no part of a reply, undefined if
	 * the reply may continue.
	 */
	#continueReply(input: string, final: boolean): string | undefined {
		const beginning = this.#mistaken;
		const whole = beginning + input;
		this.#mistaken = '';
		const unit = readUnit(whole, false);
		if (unit.kind === 'reply') {
			this.#takeReply(unit.reply);
			return whole.slice(unit.length);
		}
		if (unit.kind === 'incomplete' && isStartOfColorReply(whole) && !final) {
			this.#mistaken = beginning;
			this.#rest = input;
			this.#wait(beginsColorReply(whole) ? COLOR_TIMEOUT_MS : REPLY_TIMEOUT_MS);
			return undefined;
		}
		if (isSurelyColorReply(whole)) return unit.kind === 'event' ? whole.slice(unit.length) : '';
		// The user pressed these keys.
		this.#colors = 0;
		return input;
	}

	#takeReply(reply: TerminalReply): void {
		if (typeof reply === 'object') this.#colors--;
		this.#onReply(reply);
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
