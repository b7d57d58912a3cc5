import type { Command, Terminal } from './pty/session.ts';

/** What is typed, in turns, again and again. */
export interface Typing {
	/** What brings the screen into the state from which it starts; not measured. */
	readonly before?: readonly string[];
	/** Typed over and over until there were enough presses. */
	readonly keys: readonly string[];
	/** A round of `keys` ends where it began: `before` is typed once, not before each round. */
	readonly returns?: boolean;
	/** Typed before each round of `keys` and after it; not counted. The round is left out when the first does nothing. */
	readonly open?: string;
	readonly close?: string;
}

/** Keys of a series. */
export interface Series extends Typing {
	readonly name: SeriesName;
}

export const seriesNames = ['key', 'scroll', 'page', 'sort', 'filter'] as const;
export type SeriesName = (typeof seriesNames)[number];

/** A program that shows a list of downloads, and how it is driven. */
export interface Subject {
	readonly name: string;
	readonly command: Command;
	/** What its raw output contains when the list is there. Without blanks: those may be skipped. */
	readonly listed: RegExp;
	/** What has to be typed when something was shown, so that the list comes. */
	readonly enter?: { readonly when: RegExp; readonly key: string };
	/** It shows the list before it has loaded all of it: keys are only measured when it answers them. */
	readonly answersLate?: boolean;
	/** To the first row. */
	readonly home: string;
	readonly down: string;
	readonly quit: string;
	readonly series: readonly Series[];
	/** Milliseconds in which the list must be there; 20,000 unless told. */
	readonly patience?: number;
}

/** How much is measured. */
export interface Effort {
	readonly presses: Readonly<Record<SeriesName, number>>;
	/** Seconds without a key. */
	readonly idle: number;
	readonly starts: number;
	/** How often a key is held for three seconds, on each kind of link; 0 for not at all. */
	readonly holds: number;
}

/** Where and how often something is measured. */
export interface Setting {
	readonly downloads: number;
	readonly terminal: Terminal;
	readonly effort: Effort;
	/** An empty folder: home and working folder of the program. */
	readonly folder: string;
	/** When the list that was asked for after a moment had been sent, where that is known. */
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

/** A key so many times. */
export function times(count: number, key: string): string[] {
	return Array.from({ length: count }, () => key);
}

/** The series that every list has: the keys of the cursor, from the top. `rows` are about as many as are in view. */
export function cursorSeries(
	{ rows }: Pick<Terminal, 'rows'>,
	downloads: number,
	keys = cursorKeys,
): Series[] {
	const { home, up, down, pageUp, pageDown } = keys;
	// Well within the screen, so that nothing scrolls.
	const within = Math.max(3, Math.floor(Math.min(rows, downloads) * 0.7));
	// At the bottom of the screen already, and not at the end of the list yet.
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
