const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'] as const;

/**
 * Formats a bar of `columns` cells for a progress of 0 to 1, in eighths of a cell: '███▌░░░░'. Full only if complete;
 * any progress is visible.
 */
export function bar(progress: number, columns: number): string {
	const { cells, steps } = stepsOf(progress, columns, 8);
	const full = Math.floor(steps / 8);
	const partial = eighths[steps % 8] ?? '';
	return '█'.repeat(full) + partial + '░'.repeat(cells - full - (partial === '' ? 0 : 1));
}

/**
 * Returns the full and the empty part of a thin bar of `columns` cells for a progress of 0 to 1, in half cells: '━━━╸'
 * and '────'. Full only if complete; any progress is visible.
 */
export function thinBar(progress: number, columns: number): { readonly full: string; readonly rest: string } {
	const { cells, steps } = stepsOf(progress, columns, 2);
	const full = '━'.repeat(Math.floor(steps / 2)) + (steps % 2 === 1 ? '╸' : '');
	return { full, rest: '─'.repeat(cells - full.length) };
}

/** Returns the number of cells of a bar, and how many of their parts are full. `each`: parts of a cell. */
function stepsOf(
	progress: number,
	columns: number,
	each: number,
): { readonly cells: number; readonly steps: number } {
	const cells = Math.max(0, Math.trunc(columns));
	const all = cells * each;
	if (progress >= 1) return { cells, steps: all };
	const begun = progress > 0 ? Math.max(1, Math.floor(progress * all)) : 0;
	return { cells, steps: Math.max(0, Math.min(begun, all - 1)) };
}
