import type { Theme } from '../theme.ts';
import { background, foreground } from './color.ts';

/** The colors of a theme, each '#rrggbb'. */
interface Palette {
	/** Text without a meaning; undefined: in the color of the terminal. */
	readonly text?: string;
	readonly faint: string;
	readonly idle: string;
	/** Received data and work, sent data and success. */
	readonly down: string;
	readonly up: string;
	/** Stalled downloads and warnings. */
	readonly stalled: string;
	readonly error: string;
	readonly info: string;
	readonly title: string;
	readonly heading: string;
	readonly key: string;
	/** The background of the row under the cursor. All other colors are readable on it. */
	readonly cursor: string;
	readonly selection: string;
	readonly match: string;
	readonly border: string;
	readonly focus: string;
	readonly gauge: string;
	readonly track: string;
}

/** Returns the theme of a palette. Weight and underline add what is lost without colors. */
export function themeOf(palette: Palette): Theme {
	const { text, faint, idle, down, up, stalled, error, info, title, heading, key } = palette;
	const { cursor, selection, match, border, focus, gauge, track } = palette;
	return {
		normal: text === undefined ? '' : foreground(text),
		faint: foreground(faint),
		good: foreground(up),
		busy: foreground(down),
		warning: foreground(stalled),
		bad: `1;${foreground(error)}`,
		down: foreground(down),
		up: foreground(up),
		stalled: foreground(stalled),
		idle: foreground(idle),
		info: foreground(info),
		title: `1;${foreground(title)}`,
		heading: `1;${foreground(heading)}`,
		key: `1;${foreground(key)}`,
		cursor: background(cursor),
		selection: `1;${foreground(selection)}`,
		match: `1;4;${foreground(match)}`,
		border: foreground(border),
		focus: foreground(focus),
		graph: foreground(down),
		gauge: foreground(gauge),
		track: foreground(track),
	};
}
