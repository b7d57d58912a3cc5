import type { Tone } from '../../columns/column.ts';

/** The meaning of a piece of the screen; the theme defines its look. */
export type Token =
	| Tone
	/** Notices. */
	| 'info'
	/** The name of the program, the current pane. */
	| 'title'
	/** Titles of columns. */
	| 'heading'
	/** A key. */
	| 'key'
	/**
	 * The row under the cursor. A background alone is a tint on which all other tokens are readable, see `styleOnCursor`.
	 */
	| 'cursor'
	/** A selected row. */
	| 'selection'
	/** The part of a name that matches the filter. */
	| 'match'
	| 'border'
	/** The border of the panel that has the keys. */
	| 'focus'
	/** The line or the columns of a graph. */
	| 'graph'
	/** The full part of a progress bar. */
	| 'gauge';

/** SGR parameters for each token ('1;36'); empty for none. */
export type Theme = Readonly<Record<Token, string>>;

/** Returns text with the look of a token. An underline leaves out blanks around the text and wider gaps within it. */
export function style(theme: Theme, token: Token, text: string): string {
	const sgr = theme[token];
	if (sgr === '') return text;
	return UNDERLINE.test(sgr) ? styleParts(sgr, text.split(GAPS)) : withSgr(sgr, text);
}

/** Returns titles of columns. An underline leaves out all blanks between them. */
export function styleTitles(theme: Theme, titles: string): string {
	const sgr = theme.heading;
	return UNDERLINE.test(sgr) ? styleParts(sgr, titles.split(/( +)/)) : style(theme, 'heading', titles);
}

/** SGR parameters that underline. A color follows the attributes of one digit. */
const UNDERLINE = /^(?:\d;)*4(?:;|$)/;
/** Blanks that an underline leaves out. */
const GAPS = /(^ +| +$| {2,})/;

/** Styles parts that alternate with gaps. */
function styleParts(sgr: string, parts: readonly string[]): string {
	return parts.map((part, index) => (part === '' || index % 2 === 1 ? part : withSgr(sgr, part))).join('');
}

function withSgr(sgr: string, text: string): string {
	return `\u001b[${sgr}m${text}\u001b[0m`;
}

/** Returns text with the look of a token in the row under the cursor. */
export function styleOnCursor(theme: Theme, token: Token, text: string): string {
	const sgr = theme[token];
	if (sgr === '' || token === 'cursor' || !isTint(theme.cursor)) return style(theme, 'cursor', text);
	return `\u001b[${theme.cursor};${sgr}m${text}\u001b[0m`;
}

/** Whether a cursor is a background only, so that the colors of the cells stay. */
function isTint(cursor: string): boolean {
	return cursor.startsWith('48;');
}
