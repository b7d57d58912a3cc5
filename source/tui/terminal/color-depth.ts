/** Bits of color that a terminal shows: none (or unwanted), 16 colors, 256, or true color. */
export type ColorDepth = 1 | 4 | 8 | 24;

interface ColorTerminal {
	getColorDepth?(env?: object): number;
}

/** Detects the color depth of this terminal from its environment. NO_COLOR wins. */
export function detectColorDepth(terminal: ColorTerminal, env: NodeJS.ProcessEnv): ColorDepth {
	if (env.NO_COLOR) return 1;
	// Node disables colors when CI is set, assuming a log. A cockpit always runs on a terminal.
	const { CI: _ci, NO_COLOR: _empty, ...rest } = env;
	// Node assumes 256 colors in tmux, which reduces true color itself. GNU screen passes the variable of the terminal
	// around it on, but breaks true color.
	const hasTrueColor = /^(truecolor|24bit)$/.test(env.COLORTERM ?? '');
	if (env.TMUX && hasTrueColor) return 24;
	const detected = terminal.getColorDepth?.(rest) ?? 4;
	const depth = env.STY && !env.TMUX ? Math.min(detected, 8) : detected;
	return depth >= 24 ? 24 : depth >= 8 ? 8 : depth >= 4 ? 4 : 1;
}

/** Returns the SGR parameters of a color reduced to the colors of the terminal ('' for none). */
export function fitColor(parameters: string, depth: ColorDepth): string {
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

/** Levels of red, green and blue in the 216 colors from 16 on. */
const CUBE_LEVELS = [0, 95, 135, 175, 215, 255] as const;

/** Returns the nearest of the 216 colors and the 24 grays. The first 16 differ between terminals. */
function nearest256(red: number, green: number, blue: number): number {
	const [r, g, b] = [nearestLevel(red), nearestLevel(green), nearestLevel(blue)];
	const cube = 16 + 36 * r + 6 * g + b;
	const gray = 232 + Math.max(0, Math.min(23, Math.round(((red + green + blue) / 3 - 8) / 10)));
	const distance = (index: number) => {
		const shown = rgbOf256(index);
		return (shown.red - red) ** 2 + (shown.green - green) ** 2 + (shown.blue - blue) ** 2;
	};
	return distance(gray) < distance(cube) ? gray : cube;
}

/** Returns the index of the nearest level. */
function nearestLevel(value: number): number {
	const differences = CUBE_LEVELS.map((level) => Math.abs(level - value));
	return differences.indexOf(Math.min(...differences));
}

function rgbOf256(index: number): { red: number; green: number; blue: number } {
	if (index >= 232) {
		const gray = (index - 232) * 10 + 8;
		return { red: gray, green: gray, blue: gray };
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
 * Returns one of 16 colors. The parts above half of the strongest select the hue; the strongest selects the
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
