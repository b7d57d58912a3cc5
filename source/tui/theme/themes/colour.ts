/** Returns the SGR parameters of a foreground '#rrggbb'. */
export function foreground(hex: string): string {
	return `38;2;${partsOf(hex)}`;
}

/**
 * Returns the SGR parameters of text on a background, both '#rrggbb'. It uses inversion, which terminals without colour
 * show too.
 */
export function foregroundOn(text: string, ground: string): string {
	return `7;38;2;${partsOf(ground)};48;2;${partsOf(text)}`;
}

function partsOf(hex: string): string {
	const value = Number.parseInt(hex.slice(1), 16);
	return `${value >> 16};${(value >> 8) & 255};${value & 255}`;
}
