import { fit, shorten, truncate, width } from '../../../format/cells.ts';
import { sanitize } from '../../../format/sanitize.ts';
import type { Segment } from '../../components/compose-line.ts';
import type { Target } from '../../terminal/targets.ts';
import type { Token } from '../../theme/theme.ts';

/** A piece of a line. */
export interface Piece {
	/** Untrusted. */
	readonly text: string;
	readonly token?: Token;
	/** Cells that it has, cut or padded. If absent, it has as many as it needs. */
	readonly cells?: number;
	readonly align?: 'left' | 'right';
	/** Whether it has all cells that the pieces before it leave. */
	readonly fills?: true;
	/** Maximum cells. */
	readonly most?: number;
	/** The part of a longer text that is cut. Default: the middle of its longest words. */
	readonly cut?: 'end';
	readonly target?: Target;
	/** The piece as spoken: '' for decoration. Default: its whole text. */
	readonly spoken?: string;
}

/** Maximum of spoken characters of a piece. */
const MAX_SPOKEN_LENGTH = 400;
/** Characters of a text that can be visible in a cell, at most. */
const LENGTH_PER_CELL = 4;

/** Returns the pieces as drawn in a line of so many cells. */
export function segmentsOf(pieces: readonly Piece[], columns: number): readonly Segment[] {
	let used = 0;
	return pieces.map((piece) => {
		const { token, target } = piece;
		const rest = Math.max(0, columns - used);
		const text = piece.fills
			? fittingText({ ...piece, most: rest, cells: rest }, columns)
			: fittingText(piece, columns);
		used += width(text);
		return { text, token, target };
	});
}

function fittingText({ text, cells, align = 'left', most, cut }: Piece, columns: number): string {
	const room = cells ?? most ?? columns;
	const safe = sanitize(text, Math.max(1, room) * LENGTH_PER_CELL);
	const shortened = cut === 'end' ? truncate : shorten;
	const fitting = most === undefined ? safe : shortened(safe, most);
	return cells === undefined ? fitting : fit(fitting, cells, align);
}

/** Returns the pieces as spoken. */
export function speakPieces(pieces: readonly Piece[], separator: string): string {
	return pieces
		.map(({ text, spoken }) => (spoken ?? sanitize(text, MAX_SPOKEN_LENGTH)).trim())
		.filter((text) => text !== '')
		.join(separator);
}
