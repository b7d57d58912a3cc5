export interface TerminalSize {
	readonly columns: number;
	readonly rows: number;
}

/** What a terminal is taken for that does not know its size, as serial lines and some ptys do not. */
export const defaultSize: TerminalSize = { columns: 80, rows: 24 };

/** A usable size: what is missing, zero or not a number is taken from the default. */
export function usableSize(columns: number | undefined, rows: number | undefined): TerminalSize {
	const usable = (value: number | undefined, otherwise: number) =>
		value !== undefined && Number.isInteger(value) && value > 0 ? Math.min(value, 2000) : otherwise;
	return { columns: usable(columns, defaultSize.columns), rows: usable(rows, defaultSize.rows) };
}
