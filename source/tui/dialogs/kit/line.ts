import { composeLine } from '../../components/compose-line.ts';
import type { Token } from '../../theme/theme.ts';
import { fixedRows, part } from './part.ts';
import { type Piece, segmentsOf, speakPieces } from './pieces.ts';

interface LineProps {
	/** Untrusted. Text that is too long loses the middle of its longest words. */
	readonly children?: string;
	readonly token?: Token;
	/** Pieces of different styles, instead of one text. */
	readonly pieces?: readonly Piece[];
	/** Pieces at its right end, dropped when they do not fit. They are not spoken. */
	readonly right?: readonly Piece[];
	/** The line as spoken; '' for nothing. Sanitized. */
	readonly spoken?: string;
	/** The field that a click reaches. */
	readonly field?: string;
	/** Whether it is spoken again when it changes. */
	readonly isLive?: boolean;
}

/** A line of text. Without text it is blank. */
export const Line = part<LineProps>({
	rows: () => fixedRows(1),
	draw: (props, { theme, columns }) => ({
		lines: [
			composeLine(
				theme,
				columns,
				segmentsOf(piecesOf(props, columns), columns),
				segmentsOf(props.right ?? [], columns),
			),
		],
		targetAt: () => (props.field === undefined ? undefined : { kind: 'field', field: props.field }),
	}),
	speak: (props) => {
		const text = props.spoken ?? speakPieces(piecesOf(props, Number.POSITIVE_INFINITY), ' ');
		if (text === '') return {};
		return props.isLive ? { live: text } : { lines: [text] };
	},
});

function piecesOf({ children = '', token, pieces }: LineProps, columns: number): readonly Piece[] {
	return pieces ?? [{ text: children, most: columns, ...(token === undefined ? {} : { token }) }];
}
