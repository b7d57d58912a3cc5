import { internLook, lookOf } from './attributes.ts';

const names: Record<string, number> = {
	black: 30,
	red: 31,
	green: 32,
	yellow: 33,
	blue: 34,
	magenta: 35,
	cyan: 36,
	white: 37,
	blackBright: 90,
	gray: 90,
	grey: 90,
	redBright: 91,
	greenBright: 92,
	yellowBright: 93,
	blueBright: 94,
	magentaBright: 95,
	cyanBright: 96,
	whiteBright: 97,
};

const DIM_FLAG = 2;

/**
 * Returns the SGR parameters of a foreground: a name, '#rgb', '#rrggbb', 'rgb(1, 2, 3)' or 'ansi256(4)'. Other
 * notations give ''.
 */
export function foregroundOf(colour: string | undefined): string {
	return colour === undefined ? '' : parametersOf(colour, 38);
}

/** Returns the SGR parameters of a background, in the same notations. */
export function backgroundOf(colour: string | undefined): string {
	return colour === undefined ? '' : parametersOf(colour, 48);
}

/** Returns the look of a line drawn in a colour. */
export function lineLook(colour: string | undefined, dim: boolean): number {
	return internLook({ ...lookOf(0), flags: dim ? DIM_FLAG : 0, foreground: foregroundOf(colour) });
}

/** Returns the look of a filled area. */
export function fillLook(colour: string | undefined): number {
	return internLook({ ...lookOf(0), background: backgroundOf(colour) });
}

function parametersOf(colour: string, target: 38 | 48): string {
	const named = names[colour];
	if (named !== undefined) return String(named + target - 38);
	const hex = /^#(?:([\da-f]{6})|([\da-f]{3}))$/i.exec(colour);
	if (hex) {
		const digits = hex[1] ?? [...(hex[2] ?? '')].map((digit) => digit + digit).join('');
		const value = Number.parseInt(digits, 16);
		return `${target};2;${value >> 16};${(value >> 8) & 255};${value & 255}`;
	}
	const rgb = /^rgb\(\s?(\d+),\s?(\d+),\s?(\d+)\s?\)$/.exec(colour);
	if (rgb) return `${target};2;${rgb[1]};${rgb[2]};${rgb[3]}`;
	const indexed = /^ansi256\(\s?(\d+)\s?\)$/.exec(colour);
	return indexed ? `${target};5;${indexed[1]}` : '';
}
