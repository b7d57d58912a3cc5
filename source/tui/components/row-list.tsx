import { useRef } from 'react';
import type { Column } from '../../columns/column.ts';
import { layOut, type PlacedColumn, rowCells, titleLine } from '../../columns/layout.ts';
import { Canvas } from '../terminal/canvas.tsx';
import { style, type Theme } from '../theme/theme.ts';

export interface RowListProps<Row> {
	readonly columns: readonly Column<Row>[];
	readonly rows: readonly Row[];
	/** Index of the row the cursor is on; -1 for none. */
	readonly cursor: number;
	readonly theme: Theme;
	readonly width: number;
	/** Lines, the titles among them. */
	readonly height: number;
	/** Are the rows old? Then they are shown faint. */
	readonly faint?: boolean;
}

/** A list of rows under titles, of which only those in view are formatted. */
export function RowList<Row>({ columns, rows, cursor, theme, width, height, faint }: RowListProps<Row>) {
	const top = useRef(0);
	const visible = Math.max(0, height - 1);
	top.current = scrollTo(top.current, cursor, rows.length, visible);
	const placed = layOut(columns, width);
	const lines = rows.slice(top.current, top.current + visible).map((row, index) => {
		if (top.current + index === cursor) return style(theme, 'selected', rowCells(placed, row).join(' '));
		return faint ? style(theme, 'faint', rowCells(placed, row).join(' ')) : rowLine(placed, row, theme);
	});
	return (
		<Canvas width={width} height={height} lines={[style(theme, 'heading', titleLine(placed)), ...lines]} />
	);
}

function rowLine<Row>(placed: readonly PlacedColumn<Row>[], row: Row, theme: Theme): string {
	const cells = rowCells(placed, row);
	return placed
		.map(({ column }, index) => style(theme, column.tone?.(row) ?? 'normal', cells[index] ?? ''))
		.join(' ');
}

/** The first row in view: as it was, moved no further than the cursor demands. */
export function scrollTo(top: number, cursor: number, count: number, visible: number): number {
	let first = top;
	if (cursor >= 0 && cursor < first) first = cursor;
	if (cursor >= first + visible) first = cursor - visible + 1;
	return Math.max(0, Math.min(first, count - visible));
}
