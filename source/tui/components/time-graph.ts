/** Heights of a cell in eighths. In ASCII they become '_', '-', '=' and '#'. */
const eighths = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const;
/** Dots of Braille from the bottom, for the left and the right column of a cell. */
const dots = [
	[0x40, 0x04, 0x02, 0x01],
	[0x80, 0x20, 0x10, 0x08],
] as const;

/** Signs of a graph. */
export type GraphSigns = 'blocks' | 'dots';

/** Values in a cell, beside each other, and levels of a cell. */
export const graphResolution: Readonly<Record<GraphSigns, { readonly across: number; readonly up: number }>> =
	{
		blocks: { across: 1, up: 8 },
		dots: { across: 2, up: 4 },
	};

/**
 * Draws values in `height` lines, from the top. `top`: the value of a full column. Known values show at least one
 * level, NaN shows a gap.
 */
export function drawTimeGraph(
	values: readonly number[],
	top: number,
	height: number,
	signs: GraphSigns,
): string[] {
	const { across, up } = graphResolution[signs];
	const levels = values.map((value) => {
		if (Number.isNaN(value)) return 0;
		const level = top > 0 ? Math.round((value / top) * height * up) : 0;
		return Math.max(1, Math.min(height * up, level));
	});
	const cells = Math.ceil(levels.length / across);
	return Array.from({ length: height }, (_, row) => {
		const below = (height - 1 - row) * up;
		const within = (index: number) => Math.max(0, Math.min(up, (levels[index] ?? 0) - below));
		return Array.from({ length: cells }, (__, cell) =>
			signs === 'blocks' ? (eighths[within(cell)] ?? ' ') : dotCell(within(cell * 2), within(cell * 2 + 1)),
		).join('');
	});
}

function dotCell(left: number, right: number): string {
	const bits = [...dots[0].slice(0, left), ...dots[1].slice(0, right)].reduce((sum, bit) => sum | bit, 0);
	return bits === 0 ? ' ' : String.fromCharCode(0x2800 + bits);
}
