/** A colour in terms of WCAG 2: its parts from 0 to 255. */
export type Colour = readonly [red: number, green: number, blue: number];

/** Parses '#rrggbb'. */
export function colour(hex: string): Colour {
	const value = Number.parseInt(hex.slice(1), 16);
	return [value >> 16, (value >> 8) & 255, value & 255];
}

/** Returns the contrast of two colours, 1 to 21. */
export function contrast(one: Colour, other: Colour): number {
	const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
	return (lighter + 0.05) / (darker + 0.05);
}

function luminance([red, green, blue]: Colour): number {
	const linear = (part: number) => {
		const share = part / 255;
		return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
	};
	return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

const levels = [0, 95, 135, 175, 215, 255];

/** Returns the colour that terminals show for one of the 256 colours, from 16 on. */
export function colourOf256(index: number): Colour {
	if (index >= 232) {
		const grey = (index - 232) * 10 + 8;
		return [grey, grey, grey];
	}
	const cube = index - 16;
	return [levels[Math.floor(cube / 36)] ?? 0, levels[Math.floor(cube / 6) % 6] ?? 0, levels[cube % 6] ?? 0];
}
