import type { Rgb } from './input/color-reply.ts';

/** The colors that a terminal reported. */
export interface TerminalColors {
	readonly foreground?: Rgb;
	readonly background?: Rgb;
}

/** Luminance from which black text has more contrast than white text (WCAG 2). */
const MIDDLE_LUMINANCE = 0.179;

/** Returns whether the background is dark or light; undefined if nothing was reported. */
export function backgroundOf({ foreground, background }: TerminalColors): 'dark' | 'light' | undefined {
	if (background && foreground) return luminance(background) < luminance(foreground) ? 'dark' : 'light';
	if (background) return luminance(background) < MIDDLE_LUMINANCE ? 'dark' : 'light';
	if (foreground) return luminance(foreground) < MIDDLE_LUMINANCE ? 'light' : 'dark';
	return undefined;
}

/** Returns the relative luminance of WCAG 2, 0 to 1. */
function luminance({ red, green, blue }: Rgb): number {
	const linear = (part: number) => {
		const share = part / 255;
		return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
	};
	return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}
