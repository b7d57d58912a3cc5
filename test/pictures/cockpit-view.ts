import { setTimeout as delay } from 'node:timers/promises';
import { spawn } from '@lydell/node-pty';
import { Emulator } from '../terminal/emulator.ts';
import { darkTerminal, type TerminalLook } from './colors.ts';
import { keysOf } from './screens.ts';

/** Interval of polling, and maximum time for awaited content. */
const POLL_MS = 100;
const TIMEOUT_MS = 180_000;
/** Time without output after which a screen is complete, and maximum time until then. */
const QUIET_MS = 250;
const MAX_SETTLING_MS = 3_000;
/** Number of keys to find a row. */
const MAX_MOVES = 60;

export interface ViewOptions {
	/** Path of the program. */
	readonly program: string;
	readonly flags: readonly string[];
	readonly home: string;
	readonly columns: number;
	readonly rows: number;
	/** Colors of the terminal. */
	readonly look?: TerminalLook;
	readonly env?: Readonly<Record<string, string>>;
}

/** A cockpit in a pseudo-terminal. */
export class CockpitView {
	readonly emulator: Emulator;
	readonly #pty: ReturnType<typeof spawn>;
	readonly #ended: Promise<void>;
	#look: TerminalLook;
	#outputAt = 0;

	constructor({ program, flags, home, columns, rows, look = darkTerminal, env = {} }: ViewOptions) {
		this.#look = look;
		this.emulator = new Emulator({ columns, rows });
		this.#answerColors(look);
		this.#pty = spawn(process.execPath, [program, ...flags], {
			cols: columns,
			rows,
			cwd: home,
			env: {
				...{ PATH: process.env.PATH, HOME: home, TERM: 'xterm-256color', COLORTERM: 'truecolor' },
				...{ LC_ALL: 'C.UTF-8', TZ: 'UTC', CORE_API_PORT: '', ...env },
			},
		});
		this.#ended = new Promise((resolve) => this.#pty.onExit(() => resolve()));
		this.emulator.terminal.onData((data) => this.#pty.write(data));
		this.#pty.onData((data) => {
			this.#outputAt = performance.now();
			void this.emulator.write(data);
		});
	}

	/** Colors of text and background, which a theme may have set. */
	get look(): TerminalLook {
		return this.#look;
	}

	press(...ids: readonly string[]): void {
		this.#pty.write(keysOf(ids));
	}

	type(text: string): void {
		this.#pty.write(text);
	}

	async shows(...contents: readonly (string | RegExp)[]): Promise<void> {
		const has = (content: string | RegExp) => {
			const text = this.emulator.text();
			return typeof content === 'string' ? text.includes(content) : content.test(text);
		};
		const deadline = performance.now() + TIMEOUT_MS;
		while (!contents.every(has)) {
			if (performance.now() > deadline)
				throw new Error(`The cockpit does not show ${contents.join(', ')}:\n${this.emulator.text()}`);
			await delay(POLL_MS);
		}
	}

	/** Moves the cursor in the list of downloads. Resolves when it is on the download. */
	async choose(name: string): Promise<void> {
		const begin = name.slice(0, 9);
		this.press('first');
		for (let moves = 0; moves < MAX_MOVES; moves++) {
			await this.settled();
			if (this.emulator.rows().some((row) => row.startsWith('│▌') && row.includes(begin))) return;
			this.press('down');
		}
		throw new Error(`The list does not show ${name}:\n${this.emulator.text()}`);
	}

	/** Resolves when the last keys are drawn. */
	async settled(): Promise<void> {
		const begun = performance.now();
		const isQuiet = () => performance.now() - Math.max(this.#outputAt, begun) > QUIET_MS;
		while (!isQuiet() && performance.now() - begun < MAX_SETTLING_MS) await delay(POLL_MS / 2);
	}

	async quit(): Promise<void> {
		this.press('quit');
		await this.#ended;
	}

	kill(): void {
		this.#pty.kill('SIGTERM');
	}

	/** Answers queries of the colors of text and background, and follows their changes. */
	#answerColors(first: TerminalLook): void {
		const { parser } = this.emulator.terminal;
		for (const [code, kind] of [
			[10, 'text'],
			[11, 'background'],
		] as const) {
			parser.registerOscHandler(code, (data) => {
				if (data === '?') this.#pty.write(`\x1b]${code};${replyOf(this.#look[kind])}\x1b\\`);
				else this.#look = { ...this.#look, [kind]: data };
				return true;
			});
			parser.registerOscHandler(code + 100, () => {
				this.#look = { ...this.#look, [kind]: first[kind] };
				return true;
			});
		}
	}
}

/** Returns a color as terminals report it: 'rgb:1212/1212/1414'. */
function replyOf(color: string): string {
	const parts = [1, 3, 5].map((at) => color.slice(at, at + 2).repeat(2));
	return `rgb:${parts.join('/')}`;
}
