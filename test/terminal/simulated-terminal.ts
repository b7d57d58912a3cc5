import type { ReactNode } from 'react';
import { clipboardSequence } from '../../source/tui/terminal/clipboard.ts';
import type { ColorDepth } from '../../source/tui/terminal/color-depth.ts';
import { type InkApp, startInk } from '../../source/tui/terminal/ink-app.tsx';
import { InputDecoder } from '../../source/tui/terminal/input/decoder.ts';
import type { InputEvent } from '../../source/tui/terminal/input/events.ts';
import {
	enterSequence,
	type GroundColors,
	groundSequence,
	leaveSequence,
	mouseSequence,
	resetGroundSequence,
} from '../../source/tui/terminal/modes.ts';
import type { MountOptions, Terminal } from '../../source/tui/terminal/mount.ts';
import { paintLines, Screen } from '../../source/tui/terminal/screen.ts';
import { Emulator, isModeOn } from './emulator.ts';

interface SimulatedOptions {
	readonly columns: number;
	readonly rows: number;
	readonly depth: ColorDepth;
}

/**
 * A terminal in this process, with an emulator that shows the output of one program. It has the keys, frames and modes
 * of a real one, but no signals, no job control and no answers to queries.
 */
export class SimulatedTerminal {
	readonly emulator: Emulator;
	readonly depth: ColorDepth;
	#bytes = '';
	#program: MountedProgram | undefined;
	/** Text typed before the program reads. */
	#typed = '';

	constructor({ columns, rows, depth }: SimulatedOptions) {
		this.emulator = new Emulator({ columns, rows });
		this.depth = depth;
	}

	/** All output that the screen shows, and showed before. */
	get bytes(): string {
		return this.#bytes;
	}

	readonly mount = (load: () => Promise<ReactNode>, options: MountOptions): Terminal => {
		this.#program = new MountedProgram(load, options, this);
		this.#program.receive(this.#typed);
		return this.#program;
	};

	type(text: string): void {
		if (this.#program) this.#program.receive(text);
		else this.#typed += text;
	}

	resize(columns: number, rows: number): void {
		this.emulator.resize(columns, rows);
		this.#program?.resize(columns, rows);
	}

	/** Ends its program, as the user's key does. */
	async close(): Promise<void> {
		await this.#program?.unmount();
	}

	/** Whether a private mode is on, by the last sequence that sets it. */
	mode(number: number): boolean {
		return isModeOn(this.#bytes, number);
	}

	/** Shows output. Resolves when the screen shows it. */
	async write(bytes: string): Promise<void> {
		await this.emulator.write(bytes);
		this.#bytes += bytes;
	}
}

/** The program on a simulated terminal, from its start until it is unmounted. */
class MountedProgram implements Terminal {
	readonly exited: Promise<number>;
	readonly #options: MountOptions;
	readonly #terminal: SimulatedTerminal;
	readonly #screen: Screen;
	readonly #decoder: InputDecoder;
	/** Events that arrived before the app was loaded; undefined afterwards. */
	#held: InputEvent[] | undefined = [];
	#app: InkApp | undefined;
	#ground: GroundColors | undefined;
	#mouse: boolean;
	#hasLeft = false;
	#resolveExited: (code: number) => void = () => {};

	constructor(load: () => Promise<ReactNode>, options: MountOptions, terminal: SimulatedTerminal) {
		this.#options = options;
		this.#terminal = terminal;
		this.#mouse = options.mouse ?? false;
		this.exited = new Promise((resolve) => {
			this.#resolveExited = resolve;
		});
		const { cols: columns, rows } = terminal.emulator.terminal;
		this.#screen = new Screen({
			size: { columns, rows },
			depth: terminal.depth,
			ascii: options.ascii ?? false,
			output: { write: (frame, done) => void terminal.write(frame).then(done) },
			onError: throwLater,
		});
		this.#decoder = new InputDecoder((event) => {
			if (this.#held) this.#held.push(event);
			else options.onInput(event);
		});
		this.#screen.send(enterSequence({ mouse: this.#mouse, asks: false, asksColors: false }));
		this.#screen.show(paintLines(options.firstLines(this.size())));
		void this.#load(load).catch(throwLater);
	}

	size() {
		return this.#screen.size;
	}

	receive(text: string): void {
		if (this.#hasLeft) return;
		this.#decoder.write(text);
		this.#app?.flush();
	}

	resize(columns: number, rows: number): void {
		this.#screen.resize({ columns, rows });
		this.#app?.resize({ columns, rows });
	}

	suspend(): void {
		throw new Error('a simulated terminal has no job control');
	}

	targetAt(column: number, row: number) {
		return this.#screen.targetAt(column, row);
	}

	send(sequence: string): void {
		this.#screen.send(sequence);
	}

	setGround(ground: GroundColors | undefined): void {
		if (ground === this.#ground) return;
		this.#ground = ground;
		this.#screen.send(ground ? groundSequence(ground) : resetGroundSequence({}));
	}

	setAscii(ascii: boolean): void {
		this.#screen.setAscii(ascii);
	}

	setMouse(mouse: boolean): void {
		if (mouse === this.#mouse) return;
		this.#mouse = mouse;
		this.#screen.send(mouseSequence(mouse));
	}

	repaint(): void {
		this.#screen.repaint();
	}

	copy(text: string): boolean {
		const sequence = clipboardSequence(text, process.env);
		if (sequence !== undefined) this.#screen.send(sequence);
		return sequence !== undefined;
	}

	leave(): void {
		if (this.#hasLeft) return;
		this.#hasLeft = true;
		this.#screen.pause();
		this.#decoder.reset();
		void this.#terminal.write(leaveSequence({ keys: false }));
	}

	async unmount(code = 0): Promise<void> {
		if (!this.#hasLeft) {
			this.leave();
			this.#app?.unmount();
			await this.#options.onLeave?.();
			this.#resolveExited(code);
		}
		await this.exited;
	}

	async #load(load: () => Promise<ReactNode>): Promise<void> {
		const element = await load();
		if (this.#hasLeft) return;
		this.#app = startInk(element, {
			size: this.#screen.size,
			onChange: (paint) => this.#screen.show(paint),
			onError: throwLater,
			onExit: (error) => (error === undefined ? void this.unmount() : throwLater(error)),
		});
		const held = this.#held ?? [];
		this.#held = undefined;
		for (const event of held) this.#options.onInput(event);
	}
}

/** Fails the running test. */
function throwLater(error: unknown): void {
	queueMicrotask(() => {
		throw error;
	});
}
