import type { ColorReply } from './input/color-reply.ts';
import {
	COLOR_QUERIES,
	DISTINCT_KEYS,
	enterSequence,
	type GroundColors,
	groundSequence,
	leaveSequence,
	mouseSequence,
	resetGroundSequence,
} from './modes.ts';
import { openOutput, type TerminalOutput, type TerminalStream } from './output.ts';
import { StrayWrites } from './stray-writes.ts';
import type { TerminalColors } from './terminal-colors.ts';
import { TerminalInput, type TerminalInputHooks } from './terminal-input.ts';

/** Timeouts of replies at the end, ms: for a terminal that has replied before, or not. */
const REPLY_TIMEOUT_MS = { known: 1000, unknown: 400 };

interface TerminalSessionOptions extends Omit<TerminalInputHooks, 'onReply'> {
	readonly stdout: TerminalStream;
	readonly mouse: boolean;
	/** Called when the terminal replied to the device status query. */
	onReply(): void;
	/** Called when the terminal reported its colors; undefined: it is not asked. */
	readonly onColors?: ((colors: TerminalColors) => void) | undefined;
	/** Writes a sequence between two frames. */
	send(sequence: string): void;
}

/** Takes the terminal and gives it back, with its modes, its keyboard, and output of other code. */
export class TerminalSession {
	readonly output: TerminalOutput;
	readonly input: TerminalInput;
	/** Whether it can reply: both directions lead to it. */
	readonly answers: boolean;
	readonly #options: TerminalSessionOptions;
	readonly #strayWrites: StrayWrites;
	#mouse: boolean;
	/** Whether the kitty keyboard protocol is on. */
	#keys = false;
	#hasAnswered = false;
	/** Reported colors. */
	#colors: TerminalColors = {};
	/** Colors that replace those of the terminal while it is held. */
	#ground: GroundColors | undefined;
	/** Whether the terminal may have other colors than its own. A sequence that was not sent may be dropped. */
	#hasOtherColors = false;

	constructor(options: TerminalSessionOptions) {
		this.#options = options;
		this.#mouse = options.mouse;
		this.output = openOutput(options.stdout, options.onLost);
		this.#strayWrites = new StrayWrites(options.stdout);
		this.input = new TerminalInput({
			...options,
			onReply: (reply) => {
				this.#hasAnswered = true;
				if (typeof reply === 'object') this.#takeColor(reply);
				else if (reply === 'alive') this.#onAlive();
				else if (!this.#keys) this.#switchKeys();
			},
		});
		this.answers = this.input.isTerminal && options.stdout.isTTY;
	}

	/** Sets the modes and sends the device status query. */
	take(): void {
		this.#strayWrites.hold();
		this.input.takeOver();
		const asksColors = this.answers && this.#options.onColors !== undefined;
		if (asksColors) this.input.expectColors(COLOR_QUERIES.length);
		this.output.writeNow(enterSequence({ mouse: this.#mouse, asks: this.answers, asksColors }));
		// After the queries, so that the replies are the colors of the terminal itself.
		if (!this.#ground) return;
		this.#hasOtherColors = true;
		this.output.writeNow(groundSequence(this.#ground));
	}

	/**
	 * Resets the modes and prints output of other code. It waits for outstanding replies while the screen is still
	 * held, because the shell must get everything typed after its return.
	 */
	release(answers: number): void {
		this.input.awaitReplies(answers, this.#hasAnswered ? REPLY_TIMEOUT_MS.known : REPLY_TIMEOUT_MS.unknown);
		this.output.writeNow(leaveSequence({ keys: this.#keys }));
		if (this.#hasOtherColors) this.output.writeNow(resetGroundSequence(this.#colors));
		this.#hasOtherColors = false;
		this.#keys = false;
		this.input.release();
		const text = this.#strayWrites.release();
		if (text !== '') this.output.writeNow(text);
	}

	/** Replaces the colors of text and background; undefined restores them. `isHeld`: whether the terminal is held. */
	setGround(ground: GroundColors | undefined, isHeld: boolean): void {
		if (ground === this.#ground) return;
		this.#ground = ground;
		if (!isHeld) return;
		this.#hasOtherColors = true;
		this.#options.send(ground ? groundSequence(ground) : resetGroundSequence(this.#colors));
	}

	/** Starts or ends reports of the mouse. `isHeld`: whether the terminal is held. */
	setMouse(mouse: boolean, isHeld: boolean): void {
		if (mouse === this.#mouse) return;
		this.#mouse = mouse;
		if (isHeld) this.#options.send(mouseSequence(mouse));
	}

	/** Prints on the normal screen. A terminal that stopped reading must not block here either. */
	print(text: string): void {
		if (process.stderr.isTTY) this.output.writeNow(text);
		else process.stderr.write(text);
	}

	#takeColor({ colorOf, color }: ColorReply): void {
		this.#colors = { ...this.#colors, [colorOf]: color };
		// The background is the last query. It suffices, because some terminals answer nothing else.
		if (colorOf === 'background') this.#options.onColors?.(this.#colors);
	}

	#onAlive(): void {
		this.#options.onReply();
		const { foreground, background } = this.#colors;
		// Terminals answer in order, so the background is unknown.
		if (foreground && !background) this.#options.onColors?.(this.#colors);
	}

	#switchKeys(): void {
		this.#keys = true;
		this.#options.send(DISTINCT_KEYS);
	}
}
