import { distinctKeys, enterSequence, leaveSequence } from './modes.ts';
import { openOutput, type TerminalOutput, type TerminalStream } from './output.ts';
import { StrayWrites } from './stray-writes.ts';
import { type KeyboardStream, TerminalInput, type TerminalInputHooks } from './terminal-input.ts';

/** How long answers are waited for at the end, in milliseconds: of a terminal that has answered before, or has not. */
const answerTime = { known: 1000, unknown: 400 };

export interface HeldTerminalOptions extends Omit<TerminalInputHooks, 'onReply'> {
	readonly stdin: KeyboardStream;
	readonly stdout: TerminalStream;
	readonly mouse: boolean;
	/** The terminal answered that it is well. */
	onAlive(): void;
	/** Writes a sequence between two frames. */
	send(sequence: string): void;
}

/** A terminal that is taken and given back, with its modes, its keyboard, and what others write to it. */
export class HeldTerminal {
	readonly output: TerminalOutput;
	readonly input: TerminalInput;
	/** Whether it can answer: both directions lead to it. */
	readonly answers: boolean;
	readonly #options: HeldTerminalOptions;
	readonly #strayWrites: StrayWrites;
	/** Whether the kitty keyboard protocol is on. */
	#keys = false;
	#hasAnswered = false;

	constructor(options: HeldTerminalOptions) {
		this.#options = options;
		this.answers = options.stdin.isTTY && options.stdout.isTTY;
		this.output = openOutput(options.stdout, options.onLost);
		this.#strayWrites = new StrayWrites(options.stdout);
		this.input = new TerminalInput(options.stdin, {
			...options,
			onReply: (reply) => {
				this.#hasAnswered = true;
				if (reply === 'alive') options.onAlive();
				else if (!this.#keys) this.#switchKeys();
			},
		});
	}

	/** Modes on; it is asked whether it is well. */
	take(): void {
		this.#strayWrites.hold();
		this.input.takeOver();
		this.output.writeNow(enterSequence({ mouse: this.#options.mouse, ask: this.answers }));
	}

	/**
	 * Modes off, and what others wrote meanwhile is printed. So many answers are still to come: they are waited for
	 * while the screen is still ours, for whatever is typed as soon as the shell is back is for the shell.
	 */
	giveBack(answers: number): void {
		this.input.awaitAnswers(answers, this.#hasAnswered ? answerTime.known : answerTime.unknown);
		this.output.writeNow(leaveSequence({ keys: this.#keys }));
		this.#keys = false;
		this.input.giveBack();
		const text = this.#strayWrites.release();
		if (text !== '') this.output.writeNow(text);
	}

	/** Prints on the normal screen; a terminal that stopped reading must not hold us here either. */
	print(text: string): void {
		if (process.stderr.isTTY) this.output.writeNow(text);
		else process.stderr.write(text);
	}

	#switchKeys(): void {
		this.#keys = true;
		this.#options.send(distinctKeys);
	}
}
