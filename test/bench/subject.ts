import type { Command, Terminal } from './pty/session.ts';

/** Keys that are typed in turns, repeatedly. */
export interface Typing {
	/** Keys that bring the screen into its initial state; not measured. */
	readonly before?: readonly string[];
	/** Keys that are repeated until there were enough presses. */
	readonly keys: readonly string[];
	/** Whether a round of `keys` ends in its initial state. Then `before` is typed once, not before each round. */
	readonly returns?: boolean;
	/** Keys before and after each round of `keys`, not counted. A round is skipped if the first key has no effect. */
	readonly open?: string;
	readonly close?: string;
}

/** Keys of a series. */
export interface Series extends Typing {
	readonly name: SeriesName;
}

export const seriesNames = ['key', 'scroll', 'page', 'sort', 'filter'] as const;
export type SeriesName = (typeof seriesNames)[number];

/** A program that shows a list of downloads, with the keys that control it. */
export interface Subject {
	readonly name: string;
	readonly command: Command;
	/** Output that proves that the list is shown. Without blanks, which the program may skip. */
	readonly listed: RegExp;
	/** Text on the screen that proves that the whole list is known: the number of all downloads. */
	readonly whole?: RegExp;
	/** Key that opens the list when certain output appeared. */
	readonly enter?: { readonly when: RegExp; readonly key: string };
	/** Whether the list appears before it is complete. Keys are then measured once they are answered. */
	readonly answersLate?: boolean;
	/** Key that moves to the first row. */
	readonly home: string;
	readonly down: string;
	readonly quit: string;
	readonly series: readonly Series[];
	/** Timeout for the list, milliseconds; 20,000 by default. */
	readonly patience?: number;
}

/** Numbers of measurements. */
export interface Effort {
	readonly presses: Readonly<Record<SeriesName, number>>;
	/**
	 * Seconds without keys before an idle program is measured, and while it is. After keys, V8 still compiles their code
	 * and collects their garbage for some time.
	 */
	readonly rest: number;
	readonly idle: number;
	readonly starts: number;
	/** Number of times a key is held for three seconds on each kind of link; 0 skips it. */
	readonly holds: number;
}

/** Place and number of the measurements. */
export interface Setting {
	readonly downloads: number;
	readonly terminal: Terminal;
	readonly effort: Effort;
	/** An empty folder: home and working folder of the program. */
	readonly folder: string;
	/** Moment at which the first list requested after a moment had been sent, if known. */
	readonly sentAfter?: (moment: number) => number | undefined;
}

export type CursorKeys = Readonly<Record<'up' | 'down' | 'pageUp' | 'pageDown' | 'home' | 'leave', string>>;

export const cursorKeys: CursorKeys = {
	up: '\x1b[A',
	down: '\x1b[B',
	pageUp: '\x1b[5~',
	pageDown: '\x1b[6~',
	home: '\x1b[H',
	leave: '\x1b',
};

/** Returns a key so many times. */
export function times(count: number, key: string): string[] {
	return Array.from({ length: count }, () => key);
}

/** Returns the series that every list has: cursor keys, from the top. `rows` is about the number of rows in view. */
export function cursorSeries(
	{ rows }: Pick<Terminal, 'rows'>,
	downloads: number,
	keys = cursorKeys,
): Series[] {
	const { home, up, down, pageUp, pageDown } = keys;
	// Well within a list that has half of the screen, so that nothing scrolls.
	const within = Math.max(3, Math.floor(Math.min(rows, downloads) * 0.4));
	// At the bottom of the screen already, but before the end of the list.
	const below = Math.max(1, Math.min(200, downloads - rows - 10));
	const pages = Math.max(1, Math.min(25, Math.floor(downloads / rows) - 2));
	return [
		{ name: 'key', before: [home], keys: [...times(within, down), ...times(within, up)], returns: true },
		{ name: 'scroll', before: [home, ...times(rows, down)], keys: times(below, down) },
		{
			name: 'page',
			before: [home],
			keys: [...times(pages, pageDown), ...times(pages, pageUp)],
			returns: true,
		},
	];
}
