import type { Tone } from '../../columns/column.ts';

/** Time that a changed value is highlighted, ms. The clock of the state adds up to a second. */
const FLASH_MS = 700;

/** Whether a value that changed at this time is highlighted. Unix ms; 0 for no change. */
export function isFlashing(changedAt: number, now: number): boolean {
	return changedAt > 0 && now - changedAt < FLASH_MS;
}

/** A row with the time of its last change. */
export interface ChangingRow {
	/** Unix ms; 0 for no change. */
	readonly changedAt: number;
	readonly isFlashing?: boolean;
}

/** Returns the tone of a cell that is highlighted with its row. `usual`: its tone at other times. */
export function flashTone({ isFlashing }: Pick<ChangingRow, 'isFlashing'>, usual: Tone = 'normal'): Tone {
	return isFlashing ? 'warning' : usual;
}

const highlighted = new WeakMap<ChangingRow, ChangingRow>();

/** Returns the rows with changed ones highlighted. The same array if there are none. */
export function withFlashes<Row extends ChangingRow>(rows: readonly Row[], now: number): readonly Row[] {
	if (!rows.some(({ changedAt }) => isFlashing(changedAt, now))) return rows;
	return rows.map((row) => (isFlashing(row.changedAt, now) ? highlightedRow(row) : row));
}

/** Returns the highlighted form of a row, always the same object: unchanged rows are not drawn again. */
function highlightedRow<Row extends ChangingRow>(row: Row): Row {
	const known = highlighted.get(row);
	// The map ties each row to a copy of itself.
	if (known) return known as Row;
	const copy: Row = { ...row, isFlashing: true };
	highlighted.set(row, copy);
	return copy;
}
