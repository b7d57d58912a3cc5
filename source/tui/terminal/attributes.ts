/**
 * The style of a cell as a number, so that cells compare as integers.
 *
 * A style is flags and two colors. A color is kept as the SGR parameters that set it ('31', '38;5;208', '48;2;1;2;3'),
 * or '' for the terminal's default. Number 0 is the plain style.
 */
export interface CellStyle {
	readonly flags: number;
	readonly foreground: string;
	readonly background: string;
}

/** The flags of a style and the SGR codes that turn them on and off. */
export const flagCodes = [
	{ flag: 1, on: 1, off: 22 },
	{ flag: 2, on: 2, off: 22 },
	{ flag: 4, on: 3, off: 23 },
	{ flag: 8, on: 4, off: 24 },
	{ flag: 16, on: 7, off: 27 },
	{ flag: 32, on: 9, off: 29 },
] as const;

/** Underline, inverse and strikethrough show on a blank cell too. */
const FLAGS_ON_BLANKS = 8 | 16 | 32;

/** A limit, because true color has millions of styles. Text beyond it is plain. */
const MAX_STYLES = 65_536;

export const PLAIN = 0;

const plainStyle: CellStyle = { flags: 0, foreground: '', background: '' };
const styles: CellStyle[] = [plainStyle];
const styleIds = new Map<string, number>([[styleKey(plainStyle), PLAIN]]);
const applied = new Map<string, number>();

/** Returns the number of a style. */
function internStyle(style: CellStyle): number {
	const key = styleKey(style);
	const known = styleIds.get(key);
	if (known !== undefined) return known;
	if (styles.length >= MAX_STYLES) return PLAIN;
	const id = styles.length;
	styles.push(style);
	styleIds.set(key, id);
	return id;
}

/** Returns the style of a number. */
export function styleOf(id: number): CellStyle {
	return styles[id] ?? plainStyle;
}

/** Whether a space with this style differs from an erased cell. */
export function showsOnBlank(id: number): boolean {
	if (id === PLAIN) return false;
	const style = styleOf(id);
	return style.background !== '' || (style.flags & FLAGS_ON_BLANKS) !== 0;
}

/** Returns the style after an SGR sequence with these parameters ('1;31'). */
export function applySgr(id: number, parameters: string): number {
	const key = `${id}|${parameters}`;
	const known = applied.get(key);
	if (known !== undefined) return known;
	const result = internStyle(readSgr(styleOf(id), parameters));
	if (applied.size >= MAX_STYLES) applied.clear();
	applied.set(key, result);
	return result;
}

function styleKey(style: CellStyle): string {
	return `${style.flags}|${style.foreground}|${style.background}`;
}

function readSgr(style: CellStyle, parameters: string): CellStyle {
	let { flags, foreground, background } = style;
	// Sub-parameters after a colon are one argument: '4:3', '38:2::255:0:0'.
	const codes = parameters.split(';').map((text) => text.split(':').map(Number));
	for (let index = 0; index < codes.length; index++) {
		const [code = 0, ...rest] = codes[index] ?? [];
		if (code === 0) {
			flags = 0;
			foreground = background = '';
		} else if (code === 38 || code === 48 || code === 58) {
			const colon = rest.length > 0;
			const args = colon
				? dropColorSpace(rest)
				: codes.slice(index + 1, index + 5).map((part) => part[0] ?? 0);
			const color = extendedColor(code, args);
			if (!colon) index += args[0] === 5 ? 2 : args[0] === 2 ? 4 : 0;
			if (code === 38 && color) foreground = color;
			if (code === 48 && color) background = color;
		} else if (code === 39) foreground = '';
		else if (code === 49) background = '';
		else if (within(code, 30, 37) || within(code, 90, 97)) foreground = String(code);
		else if (within(code, 40, 47) || within(code, 100, 107)) background = String(code);
		else if (code === 21) flags |= 8;
		else {
			const off = code === 4 && rest[0] === 0;
			for (const entry of flagCodes) {
				if (entry.on === code && !off) flags |= entry.flag;
				else if (entry.off === code || (off && entry.on === 4)) flags &= ~entry.flag;
			}
		}
	}
	return { flags, foreground, background };
}

/** '38:2::r:g:b' names a color space before the numbers, '38:2:r:g:b' does not. */
function dropColorSpace(args: number[]): number[] {
	return args[0] === 2 && args.length > 4 ? [2, ...args.slice(2)] : args;
}

function extendedColor(code: number, args: number[]): string | undefined {
	const count = args[0] === 5 ? 2 : args[0] === 2 ? 4 : 0;
	const numbers = args.slice(1, count);
	const valid = count > 0 && numbers.length === count - 1 && numbers.every((value) => within(value, 0, 255));
	return valid ? [code, ...args.slice(0, count)].join(';') : undefined;
}

function within(value: number, low: number, high: number): boolean {
	return value >= low && value <= high;
}
