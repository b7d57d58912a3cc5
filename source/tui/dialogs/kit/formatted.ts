import type { Theme } from '../../theme/theme.ts';
import { type Drawn, part, type Rows } from './part.ts';

interface FormattedProps {
	readonly rows: Rows;
	/** Returns its lines, each at most as wide as the place. */
	readonly draw: (place: { readonly theme: Theme; readonly columns: number; readonly rows: number }) => Drawn;
	/** As spoken when the dialog opens, and when it changes. Sanitized. */
	readonly spoken?: readonly string[];
	readonly live?: string;
}

/** Lines that a dialog formats itself: tables, trees. */
export const Formatted = part<FormattedProps>({
	rows: ({ rows }) => rows,
	draw: ({ draw }, place) => draw(place),
	speak: ({ spoken = [], live = '' }) => ({ lines: spoken, live }),
});
