/** A color in terms of WCAG 2: its parts from 0 to 255. */
export type Color = readonly [red: number, green: number, blue: number];

/** Parses '#rrggbb'. */
export function color(hex: string): Color {
	const value = Number.parseInt(hex.slice(1), 16);
	return [value >> 16, (value >> 8) & 255, value & 255];
}

/** Returns the contrast of two colors, 1 to 21. */
export function contrast(one: Color, other: Color): number {
	const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
	return (lighter + 0.05) / (darker + 0.05);
}

function luminance([red, green, blue]: Color): number {
	const linear = (part: number) => {
		const share = part / 255;
		return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
	};
	return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

const levels = [0, 95, 135, 175, 215, 255];

/** Returns the color that terminals show for one of the 256 colors, from 16 on. */
export function colorOf256(index: number): Color {
	if (index >= 232) {
		const gray = (index - 232) * 10 + 8;
		return [gray, gray, gray];
	}
	const cube = index - 16;
	return [levels[Math.floor(cube / 36)] ?? 0, levels[Math.floor(cube / 6) % 6] ?? 0, levels[cube % 6] ?? 0];
}
