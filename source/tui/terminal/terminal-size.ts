export interface TerminalSize {
	readonly columns: number;
	readonly rows: number;
}

/** Assumed size of a terminal that does not know its size, e.g. serial lines and some ptys. */
export const defaultSize: TerminalSize = { columns: 80, rows: 24 };

/** Returns a usable size. Values that are missing, zero or not a number become the default. */
export function usableSize(columns: number | undefined, rows: number | undefined): TerminalSize {
	const usable = (value: number | undefined, otherwise: number) =>
		value !== undefined && Number.isInteger(value) && value > 0 ? Math.min(value, 2000) : otherwise;
	return { columns: usable(columns, defaultSize.columns), rows: usable(rows, defaultSize.rows) };
}
