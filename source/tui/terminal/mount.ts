import type { ReactNode } from 'react';
import { within } from '../../basics/within.ts';
import { clipboardSequence } from './clipboard.ts';
import { type ColorDepth, detectColorDepth } from './color-depth.ts';
// This module, and Ink with it, is loaded after the first rows are on the screen.
import type { InkApp } from './ink-app.tsx';
import { prepareForInk, restoreAfterInk } from './ink-environment.ts';
import type { InputEvent } from './input/events.ts';
import { DEVICE_STATUS_QUERY, type GroundColors } from './modes.ts';
import type { TerminalStream } from './output.ts';
import { endProcess, errorText, guardProcess, signalCode } from './process-guard.ts';
import { paintLines, Screen } from './screen.ts';
import { stopGroup } from './suspension.ts';
import type { Target } from './targets.ts';
import type { TerminalColors } from './terminal-colors.ts';
import { TerminalSession } from './terminal-session.ts';
import { type TerminalSize, usableSize } from './terminal-size.ts';

export interface MountOptions {
	/** Rows on the screen until the app is loaded, from the top. SGR sequences are kept. */
	firstLines(size: TerminalSize): readonly string[];
	/**
	 * Called for keys, pastes, mouse and focus, one by one and in order. Events before the app is loaded are kept for
	 * it. Only ctrl-c ends the program at once, with code 130.
	 */
	onInput(event: InputEvent): void;
	/**
	 * Called once when the app ends for any reason, after the terminal is released. After two seconds the process
	 * ends without it.
	 */
	onLeave?(): Promise<void> | void;
	/** Whether the mouse is reported, which replaces the terminal's own selecting and scrolling. */
	readonly mouse?: boolean;
	/**
	 * Whether only printable ASCII is shown: signs become the nearest character, letters of other scripts question
	 * marks.
	 */
	readonly ascii?: boolean;
	/** Ink is loaded after this, because loading it blocks the process. Default: at once. */
	readonly loadAfter?: Promise<void>;
	/** Default: that of the environment. */
	readonly depth?: ColorDepth;
	/** Called when the terminal reported its colors, at any time; undefined: it is not asked. */
	onColors?(colors: TerminalColors): void;
	/** Default: that of the process. */
	readonly stdout?: TerminalStream;
}

export interface Terminal {
	size(): TerminalSize;
	/**
	 * Releases the terminal and stops the process group, as ctrl-z does. Paints every cell again when it continues.
	 */
	suspend(): void;
	/** Returns the mouse target painted at a cell (from 0). */
	targetAt(column: number, row: number): Target | undefined;
	/** Writes a sequence without visible effect between two frames; does nothing while the terminal is suspended. */
	send(sequence: string): void;
	/** Replaces the colors of text and background while the terminal is held; undefined: its own. */
	setGround(ground: GroundColors | undefined): void;
	/** Shows only printable ASCII, or all characters. */
	setAscii(ascii: boolean): void;
	/** Starts or ends reports of the mouse. */
	setMouse(mouse: boolean): void;
	/** Paints every cell again, for a screen that other programs wrote on. */
	repaint(): void;
	/** Puts text into the terminal's clipboard, if it has one for programs. Returns whether it was sent. */
	copy(text: string): boolean;
	/** Releases the terminal now; nothing is painted afterwards. */
	leave(): void;
	/** Ends the app with this exit code (default 0). Resolves with the code. */
	unmount(code?: number): Promise<void>;
	/**
	 * The exit code, after cleanup: 0 or that of `unmount`. 1 after an uncaught error, which is printed on the normal
	 * screen. 129, 130, 131 or 143 after a signal or a lost terminal. After errors and signals the process ends by
	 * itself.
	 */
	readonly exited: Promise<number>;
}

/** Delay before the first lines are painted again in reported colors, ms. Longer than loading the app takes. */
const RECOLOR_DELAY_MS = 150;
/** Timeout of `onLeave`, ms. */
const LEAVE_TIMEOUT_MS = 2000;

/**
 * Takes the terminal and shows `options.firstLines` at once. Then it shows the app that `load` returns, until it is
 * unmounted or the process has to end. The static imports of this module hold neither React nor Ink, so the first lines
 * wait for neither. `load` should import its components dynamically. When it fails, the app ends as after an uncaught
 * error.
 */
export function mountTerminal(load: () => Promise<ReactNode>, options: MountOptions): Terminal {
	return new MountedTerminal(load, options);
}

class MountedTerminal implements Terminal {
	readonly exited: Promise<number>;
	readonly #options: MountOptions;
	readonly #stdout: TerminalStream;
	readonly #terminal: TerminalSession;
	readonly #screen: Screen;
	#app: InkApp | undefined;
	readonly #unguard: () => void;
	#resolveExited: (code: number) => void = () => {};
	/** 'suspended': with the shell while stopped. 'released': for good. */
	#state: 'held' | 'suspended' | 'released' = 'held';
	#ending = false;
	/** Paints the first lines again in reported colors. */
	#recoloring: NodeJS.Timeout | undefined;

	constructor(load: () => Promise<ReactNode>, options: MountOptions) {
		// A static import of Ink has set the environment already. Color detection below needs the true one.
		restoreAfterInk();
		this.#options = options;
		this.#stdout = options.stdout ?? process.stdout;
		this.exited = new Promise((resolve) => {
			this.#resolveExited = resolve;
		});
		this.#unguard = guardProcess({
			onSignal: (code) => this.#kill(code),
			onError: (error) => this.#fail(error),
			onStop: () => this.suspend(),
			onContinue: () => this.#take(),
			onExit: () => this.leave(),
		});
		this.#terminal = new TerminalSession({
			stdout: this.#stdout,
			mouse: options.mouse ?? false,
			onInput: options.onInput,
			onInputEnd: () => this.#app?.flush(),
			onInterrupt: () => this.#kill(signalCode('SIGINT')),
			onLost: () => this.#lost(),
			onReply: () => this.#screen.answered(),
			onColors: options.onColors && ((colors) => this.#takeColors(colors)),
			send: (sequence) => this.#screen.send(sequence),
		});
		this.#stdout.on('resize', this.#onResize);
		this.#screen = new Screen({
			size: usableSize(this.#stdout.columns, this.#stdout.rows),
			depth: options.depth ?? detectColorDepth(this.#stdout, process.env),
			ascii: options.ascii ?? false,
			output: {
				// No part of a frame may follow the sequences that restore the terminal.
				write: (frame, done) => {
					if (this.#state === 'held') this.#terminal.output.write(frame, done);
				},
			},
			...(this.#terminal.answers ? { query: DEVICE_STATUS_QUERY } : {}),
			onError: (error) => this.#fail(error),
		});
		this.#takeModes();
		this.#showFirstLines();
		void this.#load(load);
	}

	size(): TerminalSize {
		return this.#screen.size;
	}

	suspend(): void {
		if (this.#state !== 'held') return;
		this.#release('suspended');
		stopGroup(() => {
			if (this.#state === 'suspended') this.#take();
		});
	}

	targetAt(column: number, row: number): Target | undefined {
		return this.#screen.targetAt(column, row);
	}

	send(sequence: string): void {
		if (this.#state === 'held') this.#screen.send(sequence);
	}

	setGround(ground: GroundColors | undefined): void {
		if (this.#state !== 'released') this.#terminal.setGround(ground, this.#state === 'held');
	}

	setAscii(ascii: boolean): void {
		this.#screen.setAscii(ascii);
	}

	setMouse(mouse: boolean): void {
		if (this.#state !== 'released') this.#terminal.setMouse(mouse, this.#state === 'held');
	}

	repaint(): void {
		this.#screen.repaint();
	}

	copy(text: string): boolean {
		const sequence = clipboardSequence(text, process.env);
		if (this.#state !== 'held' || sequence === undefined) return false;
		this.#screen.send(sequence);
		return true;
	}

	leave(): void {
		this.#release('released');
	}

	async unmount(code = 0): Promise<void> {
		this.#end(code);
		await this.exited;
	}

	#showFirstLines(): void {
		this.#screen.show((grid) => paintLines(this.#options.firstLines(this.size()))(grid));
	}

	/**
	 * The first lines may depend on the colors. They are painted again only if the app does not follow soon, because
	 * that takes as long as painting it. The app updates itself.
	 */
	#takeColors(colors: TerminalColors): void {
		if (this.#ending) return;
		this.#options.onColors?.(colors);
		if (this.#app || this.#recoloring) return;
		this.#recoloring = setTimeout(() => {
			this.#recoloring = undefined;
			if (!this.#app && !this.#ending) this.#showFirstLines();
		}, RECOLOR_DELAY_MS);
		this.#recoloring.unref();
	}

	/** Loads Ink and the app. */
	async #load(load: () => Promise<ReactNode>): Promise<void> {
		try {
			const { loadAfter } = this.#options;
			if (!loadAfter) prepareForInk();
			const loading = load();
			// It is awaited below; a rejection before that must not count as unhandled.
			loading.catch(() => {});
			if (loadAfter) await Promise.race([loadAfter, loading]);
			if (this.#ending) return;
			prepareForInk();
			const { startInk } = await import('./ink-app.tsx').finally(restoreAfterInk);
			const element = await loading;
			if (this.#ending) return;
			this.#app = startInk(element, {
				size: this.#screen.size,
				onChange: (paint) => this.#screen.show(paint),
				onError: (error) => this.#fail(error),
				onExit: (error) => (error === undefined ? void this.unmount() : this.#fail(error)),
			});
		} catch (error) {
			this.#fail(error);
			return;
		}
		// It may have ended during its first rendering.
		if (this.#ending) this.#app.unmount();
		else this.#terminal.input.deliver();
	}

	/** Takes the terminal (again): sets the modes and paints every cell. Also after an unexpected stop. */
	#take(): void {
		if (this.#state === 'released') return;
		this.#state = 'held';
		this.#screen.pause();
		// A background process gets no signal for a new size, so the size is read again.
		process.emit('SIGWINCH', 'SIGWINCH');
		this.#takeModes();
		this.#onResize();
		this.#screen.resume();
	}

	#takeModes(): void {
		this.#terminal.take();
		if (this.#terminal.answers) this.#screen.asked();
	}

	#release(state: 'suspended' | 'released'): void {
		const before = this.#state;
		if (before === 'released') return;
		this.#state = state;
		const { unanswered } = this.#screen;
		this.#screen.pause();
		if (before === 'held') this.#terminal.release(unanswered);
	}

	#fail(error: unknown): void {
		this.leave();
		this.#terminal.print(errorText(error));
		this.#kill(1);
	}

	/** Ends the process after cleanup, or at once on the second call. */
	#kill(code: number): void {
		if (this.#ending) endProcess(code);
		this.#end(code);
		void this.exited.then(() => setImmediate(() => endProcess(code)));
	}

	#end(code: number): void {
		if (this.#ending) return;
		this.#ending = true;
		this.leave();
		this.#terminal.input.close();
		this.#stdout.off('resize', this.#onResize);
		try {
			this.#app?.unmount();
		} catch (error) {
			this.#terminal.print(errorText(error));
		}
		void this.#cleanUp().finally(() => {
			this.#unguard();
			this.#terminal.output.close();
			this.#resolveExited(code);
		});
	}

	async #cleanUp(): Promise<void> {
		try {
			await within(this.#options.onLeave?.(), LEAVE_TIMEOUT_MS, undefined);
		} catch (error) {
			this.#terminal.print(errorText(error));
		}
	}

	readonly #onResize = (): void => {
		const { columns, rows } = usableSize(this.#stdout.columns, this.#stdout.rows);
		if (this.#ending || (columns === this.#screen.size.columns && rows === this.#screen.size.rows)) return;
		this.#screen.resize({ columns, rows });
		this.#app?.resize({ columns, rows });
	};

	/** Handles a lost terminal like SIGHUP. */
	readonly #lost = (): void => {
		if (!this.#ending) this.#kill(signalCode('SIGHUP'));
	};
}
