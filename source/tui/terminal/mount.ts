import type { ReadStream } from 'node:tty';
import type { ReactNode } from 'react';
import { InputDecoder } from '../input/decoder.ts';
import type { InputEvent } from '../input/events.ts';
import { detectColourDepth } from './colour-depth.ts';
import { enterSequence, leaveSequence } from './modes.ts';
import { openOutput, type TerminalOutput, type TerminalStream } from './output.ts';
import { errorText, guardProcess, signalCode } from './process-guard.ts';
import { Screen } from './screen.ts';
import { type TerminalSize, usableSize } from './screen-size.ts';
import { stopGroup } from './suspension.ts';

export interface MountOptions {
	/** Keys, pastes, mouse and focus, one by one and in order. */
	onInput(event: InputEvent): void;
	/**
	 * Called once when the app ends for whatever reason, with the terminal given back already. It gets two
	 * seconds; then the process ends without it.
	 */
	onLeave?(): Promise<void> | void;
	/** Have the mouse reported (and taken from the terminal's own selecting and scrolling). */
	readonly mouse?: boolean;
	/** Default: the process's own. */
	readonly stdin?: ReadStream;
	readonly stdout?: TerminalStream;
}

export interface Terminal {
	size(): TerminalSize;
	/** Gives the terminal back and stops the process group, as ctrl-z does; paints anew when it goes on. */
	suspend(): void;
	/** Paints every cell anew: for a screen that something else has written on. */
	repaint(): void;
	/** Gives the terminal back now; nothing is painted any more. */
	leave(): void;
	/** Ends the app: `exited` gives this code (0 if none is given). Resolves with it. */
	unmount(code?: number): Promise<void>;
	/**
	 * The exit code, when everything is cleaned up: 0 or that of `unmount`; 1 after an error nobody caught (it is
	 * printed on the normal screen); 129, 130, 131 or 143 after a signal or a terminal that has gone. After
	 * errors and signals the process ends by itself.
	 */
	readonly exited: Promise<number>;
}

/** What `onLeave` gets, in milliseconds. */
const leaveTime = 2000;

/** Takes the terminal and shows an app on it, until it is unmounted or the process has to end. */
export function mountTerminal(element: ReactNode, options: MountOptions): Terminal {
	return new MountedTerminal(element, options);
}

class MountedTerminal implements Terminal {
	readonly exited: Promise<number>;
	readonly #options: MountOptions;
	readonly #stdin: ReadStream;
	readonly #stdout: TerminalStream;
	readonly #output: TerminalOutput;
	readonly #decoder: InputDecoder;
	readonly #screen: Screen;
	readonly #unguard: () => void;
	#resolveExited: (code: number) => void = () => {};
	/** ours: on screen; lent: to the shell while stopped; given back: for good. */
	#state: 'ours' | 'lent' | 'given back' = 'ours';
	#ending = false;

	constructor(element: ReactNode, options: MountOptions) {
		this.#options = options;
		this.#stdin = options.stdin ?? process.stdin;
		this.#stdout = options.stdout ?? process.stdout;
		this.exited = new Promise((resolve) => {
			this.#resolveExited = resolve;
		});
		this.#output = openOutput(this.#stdout, () => this.#lost());
		this.#decoder = new InputDecoder(options.onInput);
		this.#unguard = guardProcess({
			onSignal: (code) => this.#kill(code),
			onError: (error) => this.#fail(error),
			onStop: () => this.suspend(),
			onContinue: () => this.#take(),
			onExit: () => this.leave(),
		});
		this.#stdin.on('data', this.#onData);
		this.#stdin.on('end', this.#lost);
		this.#stdin.on('error', this.#lost);
		this.#stdout.on('resize', this.#onResize);
		this.#takeModes();
		this.#screen = new Screen(element, {
			size: this.size(),
			depth: detectColourDepth(this.#stdout, process.env),
			output: {
				// Nothing of a frame may follow what puts the terminal in order, whoever asks for it.
				write: (frame, done) => {
					if (this.#state === 'ours') this.#output.write(frame, done);
				},
			},
			onError: (error) => this.#fail(error),
			onExit: (error) => (error === undefined ? void this.unmount() : this.#fail(error)),
		});
	}

	size(): TerminalSize {
		return usableSize(this.#stdout.columns, this.#stdout.rows);
	}

	suspend(): void {
		if (this.#state !== 'ours') return;
		this.#giveBack('lent');
		stopGroup(() => {
			if (this.#state === 'lent') this.#take();
		});
	}

	repaint(): void {
		this.#screen.repaint();
	}

	leave(): void {
		this.#giveBack('given back');
	}

	async unmount(code = 0): Promise<void> {
		this.#end(code);
		await this.exited;
	}

	/** The terminal is ours (again): modes on, everything painted. Also after a stop we did not see coming. */
	#take(): void {
		if (this.#state === 'given back') return;
		this.#state = 'ours';
		this.#screen.pause();
		// Nobody told a process in the background about a new size: have it read again.
		process.emit('SIGWINCH', 'SIGWINCH');
		this.#takeModes();
		this.#onResize();
		this.#screen.resume();
	}

	#takeModes(): void {
		if (this.#stdin.isTTY) {
			// A shell may have changed the mode while we were stopped; asked for the mode it believes to be on,
			// Node does nothing.
			this.#stdin.setRawMode(false);
			this.#stdin.setRawMode(true);
		}
		this.#stdin.resume();
		this.#output.writeNow(enterSequence(this.#options.mouse ?? false));
	}

	#giveBack(state: 'lent' | 'given back'): void {
		const before = this.#state;
		if (before === 'given back') return;
		this.#state = state;
		this.#screen?.pause();
		this.#decoder.reset();
		if (before === 'ours') {
			this.#output.writeNow(leaveSequence());
			if (this.#stdin.isTTY && !this.#stdin.destroyed) this.#stdin.setRawMode(false);
		}
		this.#stdin.pause();
	}

	#fail(error: unknown): void {
		this.leave();
		this.#print(error);
		this.#kill(1);
	}

	/** On the normal screen, where it stays; a terminal that stopped reading must not hold us here either. */
	#print(error: unknown): void {
		const text = errorText(error);
		if (process.stderr.isTTY) this.#output.writeNow(text);
		else process.stderr.write(text);
	}

	/** Ends the process when all is cleaned up; at once when it is asked a second time. */
	#kill(code: number): void {
		if (this.#ending) process.exit(code);
		this.#end(code);
		void this.exited.then(() => setImmediate(() => process.exit(code)));
	}

	#end(code: number): void {
		if (this.#ending) return;
		this.#ending = true;
		this.leave();
		this.#stdin.off('data', this.#onData);
		this.#stdout.off('resize', this.#onResize);
		try {
			this.#screen?.unmount();
		} catch (error) {
			this.#print(error);
		}
		void this.#cleanUp().finally(() => {
			this.#unguard();
			this.#output.close();
			this.#resolveExited(code);
		});
	}

	async #cleanUp(): Promise<void> {
		let timer: NodeJS.Timeout | undefined;
		const patience = new Promise<void>((resolve) => {
			timer = setTimeout(resolve, leaveTime);
		});
		try {
			await Promise.race([this.#options.onLeave?.(), patience]);
		} catch (error) {
			this.#print(error);
		} finally {
			clearTimeout(timer);
		}
	}

	readonly #onData = (chunk: Buffer | string): void => {
		this.#decoder.write(chunk);
	};

	readonly #onResize = (): void => {
		const { columns, rows } = this.size();
		if (this.#ending || (columns === this.#screen.size.columns && rows === this.#screen.size.rows)) return;
		this.#screen.resize({ columns, rows });
	};

	/** The terminal has gone: as if it had told us so. */
	readonly #lost = (): void => {
		if (!this.#ending) this.#kill(signalCode('SIGHUP'));
	};
}
