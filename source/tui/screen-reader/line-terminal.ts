import { within } from '../../basics/within.ts';
import type { InputEvent } from '../terminal/input/events.ts';
import { openOutput, type TerminalOutput } from '../terminal/output.ts';
import { endProcess, errorText, guardProcess, signalCode } from '../terminal/process-guard.ts';
import { stopGroup } from '../terminal/suspension.ts';
import { LineKeyboard } from './line-keyboard.ts';
import type { SpeechOutput } from './speech-output.ts';

interface LineTerminalOptions {
	/** Called with the events of one read, in order; at least one. */
	onInput(events: readonly InputEvent[]): void;
	/** Called when the process continues after a stop; output during the stop is lost. */
	onResume(): void;
	/** As in the terminal of the screen: called once, after the terminal is released, for two seconds at most. */
	onLeave(): Promise<void>;
	/** Whether only ASCII is written. */
	readonly ascii: boolean;
}

/** Timeout of `onLeave`, ms. */
const LEAVE_TIMEOUT_MS = 2000;
/** Maximum of characters that wait for a terminal that accepts none; the oldest are dropped. */
const MAX_WAITING = 64 * 1024;

const asciiForms: Readonly<Record<string, string>> = {
	'…': '...',
	'–': '-',
	'—': '-',
	'×': 'x',
	'∞': 'never',
};

/**
 * A terminal as a conversation: it writes plain lines and reads keys. It writes only text and line breaks. However the
 * program ends or stops, the terminal returns to its own mode, in a new line.
 */
export class LineTerminal implements SpeechOutput {
	readonly exited: Promise<number>;
	readonly #options: LineTerminalOptions;
	readonly #output: TerminalOutput;
	readonly #input: LineKeyboard;
	readonly #unguard: () => void;
	#resolveExited: (code: number) => void = () => {};
	/** As in the terminal of the screen. */
	#state: 'held' | 'suspended' | 'released' = 'held';
	#ending = false;
	/** Whether the last line has text and no end. */
	#isOpen = false;
	#ascii: boolean;
	#isWriting = false;
	#waiting = '';

	constructor(options: LineTerminalOptions) {
		this.#options = options;
		this.#ascii = options.ascii;
		this.exited = new Promise((resolve) => {
			this.#resolveExited = resolve;
		});
		this.#output = openOutput(process.stdout, () => this.#lost());
		this.#unguard = guardProcess({
			onSignal: (code) => this.#kill(code),
			onError: (error) => this.#fail(error),
			onStop: () => this.suspend(),
			onContinue: () => this.#take(),
			onExit: () => this.#release('released'),
		});
		this.#input = new LineKeyboard(process.stdin, {
			onInput: (events) => {
				if (!this.#ending) options.onInput(events);
			},
			onInterrupt: () => this.#kill(signalCode('SIGINT')),
			onLost: () => this.#lost(),
		});
		this.#input.takeOver();
	}

	/** Delivers keys from now on, first those pressed before. Until then only ctrl-c works and ends it. */
	deliver(): void {
		this.#input.deliver();
	}

	/** Writes only ASCII, or all characters. */
	setAscii(ascii: boolean): void {
		this.#ascii = ascii;
	}

	say(text: string): void {
		this.#write(`${this.#isOpen ? '\n' : ''}${text}\n`);
		this.#isOpen = false;
	}

	echo(text: string): void {
		this.#write(text);
		this.#isOpen = true;
	}

	open(text: string): void {
		this.#write(`${this.#isOpen ? '\n' : ''}${text}`);
		this.#isOpen = true;
	}

	/** Releases the terminal and stops the process group, as ctrl-z does. */
	suspend(): void {
		if (this.#state !== 'held') return;
		this.#release('suspended');
		stopGroup(() => {
			if (this.#state === 'suspended') this.#take();
		});
	}

	/** Ends it with an exit code; `exited` resolves after cleanup. */
	end(code: number): void {
		if (this.#ending) return;
		this.#ending = true;
		this.#release('released');
		this.#input.close();
		void this.#cleanUp().finally(() => {
			this.#unguard();
			this.#output.close();
			this.#resolveExited(code);
		});
	}

	#write(text: string): void {
		if (this.#state !== 'held') return;
		this.#waiting = (this.#waiting + this.#shown(text)).slice(-MAX_WAITING);
		this.#push();
	}

	#push(): void {
		if (this.#isWriting || this.#waiting === '') return;
		const text = this.#waiting;
		this.#waiting = '';
		this.#isWriting = true;
		this.#output.write(text, () => {
			this.#isWriting = false;
			this.#push();
		});
	}

	#shown(text: string): string {
		if (!this.#ascii) return text;
		return text.replace(/[^\n\x20-\x7e]/gu, (character) => asciiForms[character] ?? '?');
	}

	/** Takes the terminal (again), also after an unexpected stop. */
	#take(): void {
		if (this.#state === 'released') return;
		this.#state = 'held';
		this.#input.takeOver();
		this.#options.onResume();
	}

	#release(state: 'suspended' | 'released'): void {
		const before = this.#state;
		if (before === 'released') return;
		this.#state = state;
		if (before === 'held') this.#output.writeNow(this.#waiting + (this.#isOpen ? '\n' : ''));
		this.#waiting = '';
		this.#isOpen = false;
		this.#isWriting = false;
		this.#input.release();
	}

	#fail(error: unknown): void {
		this.#release('released');
		this.#print(error);
		this.#kill(1);
	}

	#print(error: unknown): void {
		if (process.stderr.isTTY) this.#output.writeNow(errorText(error));
		else process.stderr.write(errorText(error));
	}

	/** Ends the process after cleanup, or at once on the second call. */
	#kill(code: number): void {
		if (this.#ending) endProcess(code);
		this.end(code);
		void this.exited.then(() => setImmediate(() => endProcess(code)));
	}

	async #cleanUp(): Promise<void> {
		try {
			await within(this.#options.onLeave(), LEAVE_TIMEOUT_MS, undefined);
		} catch (error) {
			this.#print(error);
		}
	}

	/** Handles a lost terminal like SIGHUP. */
	#lost(): void {
		if (!this.#ending) this.#kill(signalCode('SIGHUP'));
	}
}
