import { downloadFacts, isComplete } from '../../../../../columns/download-facts.ts';
import { type PieceSet, type Shade, shadePieces } from '../../../../../format/piece-map.ts';
import type { State } from '../../../../../state/core/state.ts';
import { hasRates, MAX_SAMPLES } from '../../../../../state/downloads/rate-history.ts';
import { graphCells } from '../../../../components/graph.ts';
import { memoize } from '../../../../components/memoize.ts';
import type { TabPlace } from '../tab.ts';
import { agoText, type EntryRow, entryRows, NAME_CELLS } from './entries.ts';
import { pendingFact } from './facts.ts';
import { GRAPH_TEXT_LINES } from './graphs.ts';

/** Minimum cells for graphs beside the facts, and for larger ones. */
const MIN_BESIDE_COLUMNS = 60;
const MIN_LARGE_COLUMNS = 100;
const SHARE = 0.37;
const LARGE_SHARE = 0.46;
const GAP_CELLS = 2;
/** Minimum lines of both graphs beside the facts and below them, and the maximum. */
const MIN_BESIDE_LINES = 2;
const MIN_BELOW_LINES = 6;
const MAX_LINES = 20;
/** Minimum lines for a line of pieces below everything instead of below the facts. */
const MIN_LINES_FOR_WHOLE = 9;
/** Time for which pieces of the other tab are shown, ms. */
const PIECES_AGE_MS = 60_000;

interface OverviewGraphs {
	readonly place: 'beside' | 'below';
	readonly cells: number;
	/** Lines of both. */
	readonly height: number;
}

interface OverviewLayout {
	/** Cells and lines of the facts. */
	readonly width: number;
	readonly height: number;
	readonly rows: readonly EntryRow[];
	readonly graphs: OverviewGraphs | undefined;
	/** The pieces in one line; undefined if they are unknown. */
	readonly pieces: { readonly shades: readonly Shade[]; readonly isWhole: boolean } | undefined;
}

/** Lays out facts, graphs and pieces of a download. */
export function layOutOverview({ state, download, width, height }: Omit<TabPlace, 'frame'>): OverviewLayout {
	const { infohash } = download;
	return layOut({
		download,
		pending: pendingFact(state, infohash),
		addedAge: agoText(download.time_added, state.now),
		moved: hasRates(state.history, infohash),
		pieces: knownPieces(state, download),
		width,
		height,
	});
}

/** Returns the pieces, if the tab of the pieces asked for them recently. The overview asks for nothing. */
function knownPieces({ details, now }: State, { infohash }: TabPlace['download']): PieceSet | undefined {
	const { of, pieces } = details;
	const isKnown = of === infohash && pieces.at !== undefined && pieces.total > 0;
	return isKnown && now - (pieces.at ?? 0) < PIECES_AGE_MS ? pieces : undefined;
}

interface Given extends Pick<TabPlace, 'download' | 'width' | 'height'> {
	readonly pending: string | undefined;
	/** It changes once a minute at most. */
	readonly addedAge: string;
	/** Whether it has rates for a graph. */
	readonly moved: boolean;
	readonly pieces: PieceSet | undefined;
}

/** It is called several times with every key. */
const layOut = memoize(
	({ download, pending, addedAge, moved, pieces, width, height }: Given): OverviewLayout => {
		const facts = downloadFacts(download);
		const hasPieces = pieces !== undefined || isComplete(download) || download.progress === 0;
		const pieceLines = hasPieces && (download.total_pieces ?? pieces?.total ?? 0) > 0 && height > 2 ? 1 : 0;
		const rowsIn = (cells: number, hasGraphs: boolean) =>
			entryRows({ download, facts, pending, addedAge, hasGraphs, width: cells });
		const shadesIn = (cells: number) => shadesOf(download, pieces, Math.max(1, cells - NAME_CELLS));
		const whole = moved && width < MIN_LARGE_COLUMNS ? rowsIn(width, true) : [];
		const below = height - pieceLines - whole.length - 1 - GRAPH_TEXT_LINES;
		if (whole.length > 0 && below >= MIN_BELOW_LINES) {
			return {
				width,
				height: whole.length,
				rows: whole,
				graphs: {
					place: 'below',
					cells: graphCells(width, MAX_SAMPLES),
					height: Math.min(MAX_LINES, below),
				},
				pieces: pieceLines > 0 ? { shades: shadesIn(width), isWhole: true } : undefined,
			};
		}
		const isWhole = height >= MIN_LINES_FOR_WHOLE;
		const beside = height - (isWhole ? pieceLines : 0) - GRAPH_TEXT_LINES;
		const share = width >= MIN_LARGE_COLUMNS ? LARGE_SHARE : SHARE;
		const cells =
			moved && width >= MIN_BESIDE_COLUMNS && beside >= MIN_BESIDE_LINES
				? graphCells(Math.floor(width * share), MAX_SAMPLES)
				: 0;
		const left = cells > 0 ? width - cells - GAP_CELLS : width;
		const shades = pieceLines > 0 ? shadesIn(isWhole ? width : left) : undefined;
		return {
			width: left,
			height: height - pieceLines,
			rows: rowsIn(left, cells > 0),
			graphs: cells > 0 ? { place: 'beside', cells, height: Math.min(MAX_LINES, beside) } : undefined,
			pieces: shades && { shades, isWhole },
		};
	},
);

function shadesOf(
	download: TabPlace['download'],
	pieces: PieceSet | undefined,
	cells: number,
): readonly Shade[] {
	const total = download.total_pieces ?? pieces?.total ?? 0;
	const usual = (shade: Shade) => Array<Shade>(Math.min(cells, total)).fill(shade);
	if (isComplete(download)) return usual('all');
	return pieces ? shadePieces(pieces, cells) : usual('none');
}
