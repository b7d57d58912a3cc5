import { bytes } from '../../../../../format/bytes.ts';
import { pieceLength, shadePieces } from '../../../../../format/piece-map.ts';
import { percent } from '../../../../../format/share.ts';
import type { Download } from '../../../../../protocol/resources/download.ts';
import { piecesQuery } from '../../../../../state/core/details-queries.ts';
import type { State } from '../../../../../state/core/state.ts';
import type { PiecesSlice } from '../../../../../state/details/pieces.ts';
import { current } from '../../../../../state/downloads/downloads.ts';
import { composeLine, plainText, type Segment } from '../../../../components/compose-line.ts';
import { memoize } from '../../../../components/memoize.ts';
import type { SurfaceText } from '../../../../surfaces/surface.ts';
import { staleLine, waitingLines } from '../../../../surfaces/waiting-text.ts';
import { Canvas } from '../../../../terminal/canvas.tsx';
import { useMemory } from '../../../../terminal/expand.ts';
import type { Theme, Token } from '../../../../theme/theme.ts';
import type { Tab, TabProps } from '../tab.ts';
import { shadedLine, shades } from './shades.ts';

/** Returns '312 of 784 pieces here (39.7%), 1.0 MiB each'. */
function pieceCounts({ completeCount, total }: PiecesSlice, { size }: Download): string {
	const length = pieceLength(size, total);
	const each = length ? `, ${length.exact ? '' : 'about '}${bytes(length.bytes)} each` : '';
	return `${completeCount} of ${total} pieces here (${percent(completeCount / total)})${each}`;
}

/** Lines above the map and below it. */
const ROWS_ABOVE = 2;
const ROWS_BELOW = 1;

/** A map of the pieces that fills the tab. Each cell represents an equal share of them. */
function PiecesTab({ state, download, theme, width, height }: TabProps) {
	const { pieces, failures } = state.details;
	const { bits, total } = pieces;
	const rows = Math.max(1, height - ROWS_ABOVE - ROWS_BELOW);
	const map = useMemory(() => memoize(mapLines))({ bits, total, width, rows, theme });
	const [counts = '', second = ''] = text(state).lines;
	const legend = composeLine(theme, width, legendSegments(total, width * rows));
	const lines = [
		composeLine(theme, width, [{ text: counts }]),
		composeLine(theme, width, failures.pieces ? [{ text: second, token: 'bad' }] : availability(download)),
		...map.slice(0, rows),
		legend,
	];
	return <Canvas width={width} height={height} lines={lines} />;
}

export const piecesText = {
	unknownAvailability: 'Availability here and at peers: unknown',
	availability: 'Availability here and at peers: ',
	copies: (copies: string) => `${copies} copies`,
	unknown: 'The pieces are not known yet: the metadata is missing.',
} as const;

/** Includes our own pieces: 1.26 copies are a peer with everything and the 26% that are here. */
function availability({ availability: copies }: Download): Segment[] {
	if (copies === undefined) return [{ text: piecesText.unknownAvailability }];
	const token: Token = copies > 0 && copies < 1 ? 'warning' : 'normal';
	const less = copies < 1 ? '. Some data is missing.' : '';
	return [
		{ text: piecesText.availability },
		{ text: `${piecesText.copies(copies.toFixed(2))}${less}`, token },
	];
}

/** Returns why no piece is shown. */
function message({ details: { pieces, failures } }: State): SurfaceText | undefined {
	if (pieces.at === undefined) {
		const id = `waiting ${failures.pieces?.kind}`;
		return { id, lines: waitingLines('the pieces', failures.pieces) };
	}
	return pieces.total === 0 ? { id: 'unknown', lines: [piecesText.unknown] } : undefined;
}

/** Returns the lines above the map: the counts, and the availability or the age of stale pieces. */
function text({ details: { pieces, failures }, downloads, now }: State): SurfaceText {
	const download = current(downloads);
	if (!download) return { id: '', lines: [] };
	const second = staleLine(failures.pieces, pieces.at, now) ?? plainText(availability(download));
	return { id: failures.pieces?.kind ?? '', lines: [pieceCounts(pieces, download), second] };
}

function legendSegments(total: number, cells: number): Segment[] {
	const share = total <= cells ? ' a cell is a piece' : ` a cell: about ${Math.round(total / cells)} pieces`;
	return [
		...Object.values(shades).flatMap(({ sign, token, meaning }): Segment[] => [
			{ text: '[' },
			{ text: sign, token },
			{ text: `] ${meaning} ` },
		]),
		{ text: share, token: 'faint' },
	];
}

interface PieceMap extends Pick<State['details']['pieces'], 'bits' | 'total'> {
	readonly width: number;
	readonly rows: number;
	readonly theme: Theme;
}

/** Returns the map line by line. */
function mapLines({ bits, total, width, rows, theme }: PieceMap): string[] {
	const cells = shadePieces({ bits, total }, width * rows);
	return Array.from({ length: Math.ceil(cells.length / width) }, (_, row) =>
		shadedLine(cells.slice(row * width, (row + 1) * width), theme),
	);
}

export const piecesTab = {
	id: 'pieces',
	title: 'Pieces',
	hotkey: 'm',
	commands: [],
	component: PiecesTab,
	queries: [piecesQuery],
	message,
	text,
} as const satisfies Tab;
