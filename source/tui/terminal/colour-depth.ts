/** Bits of colour that a terminal shows: none (or unwanted), 16 colours, 256, or true colour. */
export type ColourDepth = 1 | 4 | 8 | 24;

interface ColourTerminal {
	getColorDepth?(env?: object): number;
}

/** Detects the colour depth of this terminal from its environment. NO_COLOR wins. */
export function detectColourDepth(terminal: ColourTerminal, env: NodeJS.ProcessEnv): ColourDepth {
	if (env.NO_COLOR) return 1;
	// Node disables colours when CI is set, assuming a log. A cockpit always runs on a terminal.
	const { CI: _ci, NO_COLOR: _empty, ...rest } = env;
	const depth = terminal.getColorDepth?.(rest) ?? 4;
	return depth >= 24 ? 24 : depth >= 8 ? 8 : depth >= 4 ? 4 : 1;
}

/** Returns the SGR parameters of a colour reduced to the colours of the terminal ('' for none). */
export function fitColour(parameters: string, depth: ColourDepth): string {
	if (parameters === '' || depth === 24) return parameters;
	if (depth === 1) return '';
	const [target = 0, kind = 0, ...numbers] = parameters.split(';').map(Number);
	if (target !== 38 && target !== 48) return parameters;
	const [red = 0, green = 0, blue = 0] = numbers;
	if (depth === 8) return kind === 5 ? parameters : `${target};5;${nearest256(red, green, blue)}`;
	const rgb = kind === 5 ? rgbOf256(red) : { red, green, blue };
	const index = kind === 5 && red < 16 ? red : nearest16(rgb.red, rgb.green, rgb.blue);
	const base = index < 8 ? 30 : 82;
	return String(base + index + (target === 48 ? 10 : 0));
}

function nearest256(red: number, green: number, blue: number): number {
	if (red >> 4 === green >> 4 && green >> 4 === blue >> 4) {
		if (red < 8) return 16;
		if (red > 248) return 231;
		return Math.round(((red - 8) / 247) * 24) + 232;
	}
	const step = (value: number) => Math.round((value / 255) * 5);
	return 16 + 36 * step(red) + 6 * step(green) + step(blue);
}

function rgbOf256(index: number): { red: number; green: number; blue: number } {
	if (index >= 232) {
		const grey = (index - 232) * 10 + 8;
		return { red: grey, green: grey, blue: grey };
	}
	const cube = index - 16;
	const level = (value: number) => (value / 5) * 255;
	return {
		red: level(Math.floor(cube / 36)),
		green: level(Math.floor(cube / 6) % 6),
		blue: level(cube % 6),
	};
}

/**
 * Returns one of 16 colours. The parts above half of the strongest select the hue; the strongest selects the
 * brightness.
 */
function nearest16(red: number, green: number, blue: number): number {
	const strongest = Math.max(red, green, blue);
	if (strongest < 48) return 0;
	const bit = (value: number) => (value * 2 > strongest ? 1 : 0);
	const index = (bit(blue) << 2) | (bit(green) << 1) | bit(red);
	if (index === 7) return strongest < 128 ? 8 : strongest < 224 ? 7 : 15;
	return strongest < 192 ? index : index + 8;
}
