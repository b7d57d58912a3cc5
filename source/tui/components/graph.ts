/** Heights of a cell in eighths. In ASCII they become '_', '-', '=' and '#'. */
const eighths = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const;
/** Dots of braille from the bottom, for the left and the right column of a cell. */
const dots = [
	[0x40, 0x04, 0x02, 0x01],
	[0x80, 0x20, 0x10, 0x08],
] as const;
const BLANK = 0x2800;

/** Signs of a graph. */
export type GraphSigns = 'dots' | 'blocks';

/** Columns of a cell, beside each other, and levels of a cell. */
export const graphResolution: Readonly<Record<GraphSigns, { readonly across: number; readonly up: number }>> =
	{
		dots: { across: 2, up: 4 },
		blocks: { across: 1, up: 8 },
	};

/** Signs of a column that is higher than the graph. */
const clipped = { up: '↑', down: '↓' } as const;

/** Samples as the columns of a graph. */
interface GraphColumns {
	/** The mean of each column, the newest last; NaN where it is unknown. */
	readonly values: readonly number[];
	/** Number of samples in a column. */
	readonly each: number;
	/** The greatest of the samples in the columns; 0 without known ones. */
	readonly peak: number;
}

/** Returns the cells that a full graph fills, at most `room`. Each has the same number of the `span` samples. */
export function graphCells(room: number, span: number, signs: GraphSigns = 'dots'): number {
	const { across } = graphResolution[signs];
	return room < 1 ? 0 : Math.ceil(span / samplesInCell(span, room, across));
}

/** Minimum samples in a cell: a graph that changes with each of its samples sends much. */
const MIN_SAMPLES_IN_CELL = 4;

/** Returns the least number of samples in a cell, with which all fit into `cells`. */
function samplesInCell(count: number, cells: number, across: number): number {
	return across * Math.ceil(Math.max(count / cells, MIN_SAMPLES_IN_CELL) / across);
}

/** A full graph moves by this share of its cells at once. So most changes are a new cell at its end. */
const MOVED_SHARE = 0.2;

/**
 * Condenses samples to columns for `cells` cells. The first column has the oldest sample, so few samples have columns
 * of less time. `taken`: number of samples ever taken. `span`: maximum number of samples. Cells start at fixed samples
 * and only full ones are returned, so the graph changes only when a cell is full.
 */
export function condense(
	samples: readonly number[],
	taken: number,
	cells: number,
	span: number,
	signs: GraphSigns = 'dots',
): GraphColumns {
	const { across } = graphResolution[signs];
	if (cells < 1 || samples.length === 0) return { values: [], each: 1, peak: 0 };
	const isFull = samples.length >= span;
	const inCell = samplesInCell(Math.min(samples.length, span), cells, across);
	const each = inCell / across;
	const first = taken - samples.length;
	const end = Math.floor(taken / inCell) * inCell;
	// A full history loses samples of its oldest cell. A new one does not.
	const moved = Math.max(1, Math.round(cells * MOVED_SHARE)) * inCell;
	const start = isFull
		? Math.ceil(first / moved) * moved
		: Math.max(Math.floor(first / inCell) * inCell, end - cells * inCell);
	let peak = 0;
	const values = Array.from({ length: Math.max(0, end - start) / each }, (_, column) => {
		let [sum, known] = [0, 0];
		const from = start + column * each - first;
		for (let index = Math.max(0, from); index < from + each; index++) {
			const sample = samples[index] ?? Number.NaN;
			if (Number.isNaN(sample)) continue;
			sum += sample;
			known++;
			if (sample > peak) peak = sample;
		}
		return sum / known;
	});
	return { values, each, peak };
}

/** One column in so many may be higher than the scale, and one of at least so many. */
const COLUMNS_PER_SPIKE = 20;
const MIN_COLUMNS_FOR_SPIKE = 12;
/** Columns are spikes if they are this many times higher than the others. */
const SPIKE_FACTOR = 2;

/**
 * Returns the greatest value that sets the scale of a graph: the greatest one, or that of all columns but a few spikes.
 * 0 without known values.
 */
export function scalePeak(values: readonly number[]): number {
	const ascending = values.filter((value) => value > 0).sort((one, other) => one - other);
	const greatest = ascending.at(-1) ?? 0;
	if (ascending.length < MIN_COLUMNS_FOR_SPIKE) return greatest;
	const usual = ascending.at(-1 - Math.max(1, Math.floor(ascending.length / COLUMNS_PER_SPIKE))) ?? 0;
	return greatest > SPIKE_FACTOR * usual ? usual : greatest;
}

/** Steps of a scale between two powers of two. Small changes of the peak do not change the scale. */
const SCALE_STEPS = 4;

/** Returns the value of a full column for values of this peak. */
export function scaleTop(peak: number): number {
	if (!(peak > 0)) return 0;
	const step = 2 ** Math.floor(Math.log2(peak)) / SCALE_STEPS;
	return Math.ceil(peak / step) * step;
}

interface GraphSize {
	readonly cells: number;
	readonly height: number;
	/** Default: dots. */
	readonly signs?: GraphSigns;
	/** Whether columns hang from the top. Only for dots. */
	readonly hangs?: boolean;
}

/**
 * Draws values in lines of `cells` cells, from the top, the oldest value at the left. `top`: the value of a full
 * column. Known values show at least one level, NaN shows a gap, and a sign marks a column that is higher.
 */
export function drawGraph(
	values: readonly number[],
	top: number,
	{ cells, height, signs = 'dots', hangs = false }: GraphSize,
): string[] {
	const { across, up } = graphResolution[signs];
	const full = height * up;
	const levels = values.slice(-cells * across).map((value) => {
		if (Number.isNaN(value)) return 0;
		return Math.max(1, top > 0 ? Math.round((value / top) * full) : 0);
	});
	const used = Math.ceil(levels.length / across);
	const lines = Array.from({ length: height }, (_, row) => {
		const below = (height - 1 - row) * up;
		const isEnd = row === 0;
		let line = '';
		for (let cell = 0; cell < used; cell++) {
			const [one = 0, other = 0] = [levels[cell * across], levels[cell * across + across - 1]];
			// Rounding makes a column that is slightly higher a full one.
			if (isEnd && Math.max(one, other) > full) line += hangs ? clipped.down : clipped.up;
			else if (signs === 'blocks') line += eighths[within(one - below, up)] ?? ' ';
			else line += dotCell(within(one - below, up), within(other - below, up), hangs);
		}
		return line.padEnd(cells);
	});
	return hangs ? lines.reverse() : lines;
}

function within(level: number, most: number): number {
	return Math.max(0, Math.min(most, level));
}

function dotCell(left: number, right: number, hangs: boolean): string {
	let bits = 0;
	for (let dot = 0; dot < left; dot++) bits |= dots[0][hangs ? 3 - dot : dot] ?? 0;
	for (let dot = 0; dot < right; dot++) bits |= dots[1][hangs ? 3 - dot : dot] ?? 0;
	return bits === 0 ? ' ' : String.fromCharCode(BLANK + bits);
}
