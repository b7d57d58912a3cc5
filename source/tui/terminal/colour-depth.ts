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
	// Node assumes 256 colours in tmux, which reduces true colour itself. GNU screen passes the variable of the terminal
	// around it on, but breaks true colour.
	const hasTrueColour = /^(truecolor|24bit)$/.test(env.COLORTERM ?? '');
	if (env.TMUX && hasTrueColour) return 24;
	const detected = terminal.getColorDepth?.(rest) ?? 4;
	const depth = env.STY && !env.TMUX ? Math.min(detected, 8) : detected;
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

/** Levels of red, green and blue in the 216 colours from 16 on. */
const CUBE_LEVELS = [0, 95, 135, 175, 215, 255] as const;

/** Returns the nearest of the 216 colours and the 24 greys. The first 16 differ between terminals. */
function nearest256(red: number, green: number, blue: number): number {
	const [r, g, b] = [nearestLevel(red), nearestLevel(green), nearestLevel(blue)];
	const cube = 16 + 36 * r + 6 * g + b;
	const grey = 232 + Math.max(0, Math.min(23, Math.round(((red + green + blue) / 3 - 8) / 10)));
	const distance = (index: number) => {
		const shown = rgbOf256(index);
		return (shown.red - red) ** 2 + (shown.green - green) ** 2 + (shown.blue - blue) ** 2;
	};
	return distance(grey) < distance(cube) ? grey : cube;
}

/** Returns the index of the nearest level. */
function nearestLevel(value: number): number {
	const differences = CUBE_LEVELS.map((level) => Math.abs(level - value));
	return differences.indexOf(Math.min(...differences));
}

function rgbOf256(index: number): { red: number; green: number; blue: number } {
	if (index >= 232) {
		const grey = (index - 232) * 10 + 8;
		return { red: grey, green: grey, blue: grey };
	}
	const cube = index - 16;
	const level = (value: number) => CUBE_LEVELS[value] ?? 0;
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
