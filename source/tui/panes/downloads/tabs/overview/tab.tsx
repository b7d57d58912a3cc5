import { Box } from 'ink';
import { fit } from '../../../../../format/cells.ts';
import type { State } from '../../../../../state/core/state.ts';
import { current } from '../../../../../state/downloads/downloads.ts';
import { MAX_SAMPLES } from '../../../../../state/downloads/rate-history.ts';
import { composeLine } from '../../../../components/compose-line.ts';
import { graphCells } from '../../../../components/graph.ts';
import { clampPosition, scrollPositions } from '../../../../surfaces/surface.ts';
import { Canvas } from '../../../../terminal/canvas.tsx';
import type { Theme } from '../../../../theme/theme.ts';
import type { Tab, TabPlace, TabProps } from '../tab.ts';
import { overviewFacts } from './facts.ts';
import { type RateGraph, rateGraph } from './graphs.ts';
import { layOutOverview, NAME_WIDTH, type OverviewRow } from './layout.ts';

/** Everything the service reports of a download, and its rates in the last minutes. */
function OverviewTab(props: TabProps) {
	const { state, download, theme, height } = props;
	const { rows, width, beside, inline } = layOutOverview(props);
	const from = scrollOf(state, rows.length, height);
	const graphOf = (direction: 'down' | 'up', columns: number, lines: number) =>
		rateGraph(state.history, download.infohash, direction, columns, lines);
	const across = graphCells(width - NAME_WIDTH - 1, MAX_SAMPLES);
	const between =
		inline > 0 ? { down: graphOf('down', across, inline), up: graphOf('up', across, inline) } : undefined;
	const lines = rows
		.slice(from, from + height)
		.map((row) =>
			'graph' in row ? graphLine(row, between?.[row.graph], theme, width) : factLine(row, theme, width),
		);
	if (beside === 0) return <Canvas width={width} height={height} lines={lines} />;
	// Excludes two titles and the time axis.
	const high = Math.max(1, Math.min(8, Math.floor((height - 3) / 2)));
	const graphs = [
		...besideLines('down', graphOf('down', beside, high), theme, beside),
		...besideLines('up', graphOf('up', beside, high), theme, beside),
		composeLine(theme, beside, [{ text: '5 min ago', token: 'faint' }], [{ text: 'now', token: 'faint' }]),
	];
	return (
		<Box width={props.width} height={height}>
			<Canvas width={width + 2} height={height} lines={lines} />
			<Canvas width={beside} height={height} lines={graphs} />
		</Box>
	);
}

function factLine(row: Extract<OverviewRow, { fact: string }>, theme: Theme, width: number): string {
	return composeLine(theme, width, [
		{ text: `${fit(row.name, NAME_WIDTH)} `, token: 'faint' },
		{ text: row.value, token: row.fact === 'error' ? 'bad' : 'normal' },
	]);
}

/** Returns a line of a graph between the facts, with its peak and its time range. */
function graphLine(
	{ line }: Extract<OverviewRow, { line: number }>,
	graph: RateGraph | undefined,
	theme: Theme,
	width: number,
): string {
	const last = (graph?.lines.length ?? 0) - 1;
	const label = line === 0 ? (graph?.peak ?? '') : line === last ? 'last 5 min' : '';
	return composeLine(theme, width, [
		{ text: `${fit(label, NAME_WIDTH, 'right')} `, token: 'faint' },
		{ text: graph?.lines[line] ?? '', token: 'graph' },
	]);
}

function besideLines(name: string, graph: RateGraph | undefined, theme: Theme, width: number): string[] {
	if (!graph) return [];
	return [
		composeLine(theme, width, [
			{ text: name, token: 'heading' },
			{ text: `  peak ${graph.peak}`, token: 'faint' },
		]),
		...graph.lines.map((line) => composeLine(theme, width, [{ text: line, token: 'graph' }])),
	];
}

/** Never past the end, because the scrolled text may have become shorter. */
function scrollOf({ details }: State, lines: number, height: number): number {
	return Math.max(0, Math.min(details.overviewScroll, lines - height));
}

export const overviewTab = {
	id: 'overview',
	title: 'Overview',
	hotkey: 'i',
	commands: [],
	component: OverviewTab,
	list: {
		positions: (_, measure) => scrollPositions(measure),
		move: (state, rows, { page, lines }) => {
			// Without a scrolling text, the number of lines is unknown.
			if (lines === undefined || !Number.isFinite(lines)) return state;
			const overviewScroll = clampPosition(state.details.overviewScroll + rows, lines - page);
			return { ...state, details: { ...state.details, overviewScroll } };
		},
	},
	facts: (state) => {
		const download = current(state.downloads);
		return download ? overviewFacts(state, download) : [];
	},
	page: (place: TabPlace) => ({ rows: place.height, lines: layOutOverview(place).rows.length }),
	position: (place: TabPlace) => {
		const { length } = layOutOverview(place).rows;
		const { height } = place;
		if (length <= height) return '';
		const from = scrollOf(place.state, length, height);
		return `${from + 1}–${from + height} of ${length}`;
	},
} as const satisfies Tab;
