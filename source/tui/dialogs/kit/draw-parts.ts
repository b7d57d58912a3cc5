import type { KeyBindings } from '../../../state/core/keys.ts';
import { isSame } from '../../terminal/is-same.ts';
import type { TargetAt } from '../../terminal/targets.ts';
import type { Theme } from '../../theme/theme.ts';
import type { PartElement } from './elements.ts';
import { allotRows } from './layout.ts';
import { LineMemo } from './line-memo.ts';
import type { Drawn, PartComponent, Rows } from './part.ts';

/** Room of all parts of a dialog together, cells. */
interface Room {
	readonly theme: Theme;
	readonly columns: number;
	readonly screenRows: number;
	readonly keys?: KeyBindings | undefined;
}

/** A part as it was drawn. */
export interface DrawnPart {
	readonly type: PartComponent<object>;
	readonly props: object;
	readonly theme: Theme;
	readonly columns: number;
	readonly wanted: Rows;
	readonly rows: number;
	readonly drawn: Drawn;
	readonly memo: LineMemo;
}

const blank: Drawn = { lines: [] };
const nothing: Rows = { least: 0, wanted: 0 };

/** Draws the parts of a dialog. A part of `earlier` is kept if its props and place are the same. */
export function drawParts(
	parts: readonly PartElement[],
	{ theme, columns, screenRows, keys }: Room,
	earlier: readonly DrawnPart[],
): readonly DrawnPart[] {
	const before = parts.map(({ type }, index) => {
		const part = earlier[index];
		return part?.type === type && part.theme === theme && part.columns === columns ? part : undefined;
	});
	const kept = parts.map(({ element: { props } }, index) => {
		const part = before[index];
		return part && isSame(part.props, props) ? part : undefined;
	});
	const wanted = parts.map(
		({ type, element: { props } }, index) => kept[index]?.wanted ?? type.rows(props, columns),
	);
	const allotted = allotRows(wanted, screenRows);
	return parts.map(({ type, element: { props } }, index) => {
		const part = kept[index];
		const rows = allotted[index] ?? 0;
		if (part?.rows === rows) return part;
		const memo = before[index]?.memo ?? new LineMemo();
		const drawn = rows > 0 ? type.draw(props, { theme, columns, rows, memo, keys }) : blank;
		return { type, props, theme, columns, wanted: wanted[index] ?? nothing, rows, drawn, memo };
	});
}

/** Returns the lines of all parts, as many as they have rows. */
export function linesOf(parts: readonly DrawnPart[]): readonly string[] {
	const lines: string[] = [];
	for (const { rows, drawn } of parts) {
		for (let row = 0; row < rows; row++) lines.push(drawn.lines[row] ?? '');
	}
	return lines;
}

/** Returns the targets of all parts. */
export function targetsOf(parts: readonly DrawnPart[]): TargetAt {
	return (column, row) => {
		let top = 0;
		for (const { rows, drawn } of parts) {
			if (row < top + rows) return drawn.targetAt?.(column, row - top);
			top += rows;
		}
		return undefined;
	};
}
