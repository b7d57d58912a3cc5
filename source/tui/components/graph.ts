/** Heights of a column within a cell, in eighths. In ASCII they become '_', '-', '=' and '#'. */
const eighths = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const;
const FULL_CELL = 8;

export interface GraphScale {
	/** The value of each column, the newest last; NaN where it is unknown. A new graph has fewer columns. */
	readonly columns: readonly number[];
	/** The value of a full column. */
	readonly peak: number;
}

/**
 * Returns the columns of a graph that fills most of `room`. Each column holds the same number of the `span` samples.
 */
export function graphColumns(room: number, span: number): number {
	return room < 1 ? 0 : Math.ceil(span / Math.ceil(span / room));
}

/**
 * Condenses samples for a graph of `columns` cells that shows the newest `span` of them. Each column is the mean of its
 * samples. `taken`: number of samples ever taken. Columns start at fixed samples, so the graph moves only when a column
 * is full.
 */
export function scaleGraph(
	samples: readonly number[],
	taken: number,
	columns: number,
	span: number,
): GraphScale {
	if (columns < 1 || samples.length === 0) return { columns: [], peak: 0 };
	const each = Math.max(1, Math.ceil(span / columns));
	const first = taken - samples.length;
	const firstColumn = Math.floor(first / each);
	const count = Math.floor((taken - 1) / each) - firstColumn + 1;
	const [sums, known] = [new Float64Array(count), new Uint32Array(count)];
	for (let index = 0; index < samples.length; index++) {
		const sample = samples[index] ?? Number.NaN;
		if (Number.isNaN(sample)) continue;
		const column = Math.floor((first + index) / each) - firstColumn;
		sums[column] = (sums[column] ?? 0) + sample;
		known[column] = (known[column] ?? 0) + 1;
	}
	const means = Array.from(sums, (sum, column) => sum / (known[column] ?? 0)).slice(-columns);
	return {
		columns: means,
		peak: means.reduce((most, mean) => (mean > most ? mean : most), 0),
	};
}

/**
 * Draws a graph in `height` lines of `columns` cells, from the top, its newest column at the right. Known values show
 * at least a thin line, unknown ones a gap.
 */
export function drawGraph({ columns: values, peak }: GraphScale, columns: number, height: number): string[] {
	const shown = values.slice(-columns);
	const levels = shown.map((value) => {
		if (Number.isNaN(value)) return 0;
		const level = peak > 0 ? Math.round((value / peak) * height * FULL_CELL) : 0;
		return Math.max(1, level);
	});
	return Array.from({ length: height }, (_, row) => {
		const below = (height - 1 - row) * FULL_CELL;
		const line = levels.map((level) => eighths[Math.max(0, Math.min(FULL_CELL, level - below))] ?? ' ');
		return line.join('').padStart(columns);
	});
}
