/** SGR parameters of a foreground '#rrggbb'. */
export function ink(hex: string): string {
	return `38;2;${partsOf(hex)}`;
}

/**
 * SGR parameters of text on a ground, both '#rrggbb': as an inversion, so that a terminal that shows no colour still
 * shows the inversion.
 */
export function inkOn(text: string, ground: string): string {
	return `7;38;2;${partsOf(ground)};48;2;${partsOf(text)}`;
}

function partsOf(hex: string): string {
	const value = Number.parseInt(hex.slice(1), 16);
	return `${value >> 16};${(value >> 8) & 255};${value & 255}`;
}
