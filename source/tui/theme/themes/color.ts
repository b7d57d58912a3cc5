/** Returns the SGR parameters of a foreground '#rrggbb'. */
export function foreground(hex: string): string {
	return `38;2;${partsOf(hex)}`;
}

/** Returns the SGR parameters of a background '#rrggbb'. */
export function background(hex: string): string {
	return `48;2;${partsOf(hex)}`;
}

function partsOf(hex: string): string {
	const value = Number.parseInt(hex.slice(1), 16);
	return `${value >> 16};${(value >> 8) & 255};${value & 255}`;
}
