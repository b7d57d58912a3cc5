/**
 * The look of a cell as a number, so that cells compare as integers.
 *
 * A look is flags and two colors. A color is kept as the SGR parameters that set it ('31', '38;5;208', '48;2;1;2;3'),
 * or '' for the terminal's default. Number 0 is the plain look.
 */
export interface Look {
	readonly flags: number;
	readonly foreground: string;
	readonly background: string;
}

/** The flags of a look and the SGR codes that turn them on and off. */
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

/** A limit, because true color has millions of looks. Text beyond it is plain. */
const MAX_LOOKS = 65_536;

export const PLAIN = 0;

const plainLook: Look = { flags: 0, foreground: '', background: '' };
const looks: Look[] = [plainLook];
const lookIds = new Map<string, number>([[lookKey(plainLook), PLAIN]]);
const applied = new Map<string, number>();

/** Returns the number of a look. */
function internLook(look: Look): number {
	const key = lookKey(look);
	const known = lookIds.get(key);
	if (known !== undefined) return known;
	if (looks.length >= MAX_LOOKS) return PLAIN;
	const id = looks.length;
	looks.push(look);
	lookIds.set(key, id);
	return id;
}

/** Returns the look of a number. */
export function lookOf(id: number): Look {
	return looks[id] ?? plainLook;
}

/** Whether a space with this look differs from an erased cell. */
export function showsOnBlank(id: number): boolean {
	if (id === PLAIN) return false;
	const look = lookOf(id);
	return look.background !== '' || (look.flags & FLAGS_ON_BLANKS) !== 0;
}

/** Returns the look after an SGR sequence with these parameters ('1;31'). */
export function applySgr(id: number, parameters: string): number {
	const key = `${id}|${parameters}`;
	const known = applied.get(key);
	if (known !== undefined) return known;
	const result = internLook(readSgr(lookOf(id), parameters));
	if (applied.size >= MAX_LOOKS) applied.clear();
	applied.set(key, result);
	return result;
}

function lookKey(look: Look): string {
	return `${look.flags}|${look.foreground}|${look.background}`;
}

function readSgr(look: Look, parameters: string): Look {
	let { flags, foreground, background } = look;
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
