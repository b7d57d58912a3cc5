import type { Shade } from '../../../../../format/piece-map.ts';
import { style, type Theme, type Token } from '../../../../theme/theme.ts';

/** Four signs that differ in ASCII too: '#', '%', '=' and a blank. */
export const shades: Readonly<Record<Shade, { sign: string; token: Token; meaning: string }>> = {
	all: { sign: '█', token: 'gauge', meaning: 'all' },
	most: { sign: '▓', token: 'busy', meaning: 'most' },
	some: { sign: '▒', token: 'busy', meaning: 'some' },
	none: { sign: '░', token: 'track', meaning: 'none' },
};

/** Returns cells of a map of pieces; runs of the same look are one piece of text. */
export function shadedLine(cells: readonly Shade[], theme: Theme): string {
	let line = '';
	for (let from = 0; from < cells.length; ) {
		const shade = cells[from] ?? 'none';
		let to = from + 1;
		while (to < cells.length && cells[to] === shade) to++;
		line += style(theme, shades[shade].token, shades[shade].sign.repeat(to - from));
		from = to;
	}
	return line;
}
