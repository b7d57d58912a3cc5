import { Box } from 'ink';
import { fit } from '../../../../../format/cells.ts';
import type { State } from '../../../../../state/core/state.ts';
import { current } from '../../../../../state/downloads/downloads.ts';
import { composeLine, type Segment, widthOf } from '../../../../components/compose-line.ts';
import { clampPosition, scrollPositions } from '../../../../surfaces/surface.ts';
import { Canvas } from '../../../../terminal/canvas.tsx';
import type { Theme } from '../../../../theme/theme.ts';
import { shadedLine } from '../pieces/shades.ts';
import type { Tab, TabPlace, TabProps } from '../tab.ts';
import { type EntryRow, NAME_CELLS } from './entries.ts';
import { overviewFacts } from './facts.ts';
import { rateGraphs } from './graphs.ts';
import { layOutOverview } from './layout.ts';

/** Everything the service reports of a download, its rates in the last minutes, and its pieces. */
function OverviewTab(props: TabProps) {
	const { state, download, theme } = props;
	const { rows, width, height, graphs, pieces } = layOutOverview(props);
	const from = scrollOf(state, rows.length, height);
	const lines = rows.slice(from, from + height).map((row) => rowLine(row, theme, width));
	const pieceLine = pieces && [
		composeLine(theme, NAME_CELLS, [nameOf('pieces')]) + shadedLine(pieces.shades, theme),
	];
	const drawn = graphs && rateGraphs({ history: state.history, download, theme, ...graphs });
	if (graphs?.place === 'below') {
		const blank = Math.max(0, props.height - lines.length - (drawn?.length ?? 0) - (pieceLine?.length ?? 0));
		const all = [...lines, ...(blank > 0 ? [''] : []), ...(drawn ?? []), ...(pieceLine ?? [])];
		return <Canvas width={props.width} height={props.height} lines={all} />;
	}
	const isWhole = pieces?.isWhole === true;
	const upper = props.height - (isWhole ? 1 : 0);
	const left = [...lines, ...(isWhole ? [] : filled(lines, height)), ...(isWhole ? [] : (pieceLine ?? []))];
	return (
		<Box width={props.width} height={props.height} flexDirection="column">
			<Box width={props.width} height={upper} flexShrink={0}>
				<Canvas width={props.width - (graphs?.cells ?? 0)} height={upper} lines={left} />
				{graphs && <Canvas width={graphs.cells} height={upper} lines={drawn ?? []} />}
			</Box>
			{isWhole && <Canvas width={props.width} height={1} lines={pieceLine ?? []} />}
		</Box>
	);
}

/** Returns blank lines up to a height. */
function filled(lines: readonly string[], height: number): string[] {
	return Array<string>(Math.max(0, height - lines.length)).fill('');
}

function nameOf(name: string): Segment {
	return { text: `${fit(name, NAME_CELLS - 1)} `, token: 'faint' };
}

function rowLine(row: EntryRow, theme: Theme, width: number): string {
	let end = 0;
	const segments = row.flatMap(({ entry, left }): Segment[] => {
		const blank = ' '.repeat(Math.max(0, left - end));
		end = left + NAME_CELLS + widthOf(entry.value);
		return [{ text: blank }, nameOf(entry.name), ...entry.value];
	});
	return composeLine(theme, width, segments);
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
	page: (place: TabPlace) => {
		const { rows, height } = layOutOverview(place);
		return { rows: height, lines: rows.length };
	},
	position: (place: TabPlace) => {
		const { rows, height } = layOutOverview(place);
		const { length } = rows;
		if (length <= height) return '';
		const from = scrollOf(place.state, length, height);
		return `${from + 1}–${from + height} of ${length}`;
	},
} as const satisfies Tab;
