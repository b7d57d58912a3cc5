import { downloadFacts } from '../../../../../columns/download-facts.ts';
import { type FactRow, factRows } from '../../../../../columns/fact-rows.ts';
import { type Direction, hasRates, MAX_SAMPLES } from '../../../../../state/downloads/rate-history.ts';
import { graphCells } from '../../../../components/graph.ts';
import { memoize } from '../../../../components/memoize.ts';
import type { TabPlace } from '../tab.ts';
import { pendingFact, withPending } from './facts.ts';

/** Cells of the names of facts. */
export const NAME_WIDTH = 12;

/** Minimum cells and lines for graphs beside the facts instead of between them. */
const MIN_WIDE_COLUMNS = 100;
const MIN_HIGH_ROWS = 7;
/** Maximum cells of a graph. */
const MAX_GRAPH_WIDTH = 75;

/** Minimum and maximum lines of a graph between the facts. */
const MIN_INLINE = 2;
const MAX_INLINE = 6;

/** A line of the overview: a fact, or the graph of a rate below it. */
export type OverviewRow = FactRow | { readonly graph: Direction; readonly line: number };

export interface OverviewLayout {
	/** Cells of the facts. */
	readonly width: number;
	/** Cells of the graphs beside them; 0 when they are between them, or there are none. */
	readonly beside: number;
	/** Lines of each graph between the facts. */
	readonly inline: number;
	readonly rows: readonly OverviewRow[];
}

/** Lays out facts and graphs of a download. */
export function layOutOverview({ state, download, width, height }: TabPlace): OverviewLayout {
	const { infohash } = download;
	return layOut({
		download,
		pending: pendingFact(state, infohash),
		moved: hasRates(state.history, infohash),
		width,
		height,
	});
}

interface Given extends Pick<TabPlace, 'download' | 'width' | 'height'> {
	readonly pending: string | undefined;
	/** Whether it has rates for a graph. */
	readonly moved: boolean;
}

/** It is called several times with every key. */
const layOut = memoize(({ download, pending, moved, width, height }: Given): OverviewLayout => {
	const isWide = width >= MIN_WIDE_COLUMNS && height >= MIN_HIGH_ROWS;
	const beside =
		isWide && moved ? graphCells(Math.min(MAX_GRAPH_WIDTH, Math.floor(width * 0.45)), MAX_SAMPLES) : 0;
	const left = beside > 0 ? width - beside - 2 : width;
	const rows = factRows(withPending(downloadFacts(download), pending), left - NAME_WIDTH - 1);
	if (!moved || isWide) return { width: left, beside, inline: 0, rows };
	const inline = Math.max(MIN_INLINE, Math.min(MAX_INLINE, Math.floor((height - rows.length) / 2)));
	return { width: left, beside, inline, rows: rows.flatMap((row) => withGraph(row, inline)) };
});

function withGraph(row: FactRow, height: number): OverviewRow[] {
	const { fact, name } = row;
	if ((fact !== 'down' && fact !== 'up') || name === '') return [row];
	const lines = Array.from({ length: height }, (_, line): OverviewRow => ({ graph: fact, line }));
	return [row, ...lines];
}
