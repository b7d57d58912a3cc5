const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'] as const;

/**
 * Formats a bar of `columns` cells for a progress of 0 to 1, in eighths of a cell: '███▌░░░░'. With `ascii` in whole
 * cells: '###-----'. Full only if complete; in eighths, any progress is visible.
 */
export function bar(progress: number, columns: number, ascii = false): string {
	const cells = Math.max(0, Math.trunc(columns));
	const part = progress >= 1 ? 1 : progress > 0 ? progress : 0;
	if (ascii) {
		const full = part === 1 ? cells : Math.min(Math.floor(part * cells), Math.max(0, cells - 1));
		return '#'.repeat(full) + '-'.repeat(cells - full);
	}
	const all = cells * 8;
	const steps = part === 1 || part === 0 ? part * all : between(1, Math.floor(part * all), all - 1);
	const full = Math.floor(steps / 8);
	const partial = eighths[steps % 8] ?? '';
	return '█'.repeat(full) + partial + '░'.repeat(cells - full - (partial === '' ? 0 : 1));
}

function between(lowest: number, value: number, highest: number): number {
	return Math.max(0, Math.min(Math.max(lowest, value), highest));
}

/**
 * Returns the full and the empty part of a thin bar of `columns` cells for a progress of 0 to 1, in half cells: '━━━╸'
 * and '────'. Full only if complete; any progress is visible.
 */
export function thinBar(progress: number, columns: number): { readonly full: string; readonly rest: string } {
	const cells = Math.max(0, Math.trunc(columns));
	const part = progress >= 1 ? 1 : progress > 0 ? progress : 0;
	const all = cells * 2;
	const steps = part === 1 || part === 0 ? part * all : between(1, Math.floor(part * all), all - 1);
	const full = '━'.repeat(Math.floor(steps / 2)) + (steps % 2 === 1 ? '╸' : '');
	return { full, rest: '─'.repeat(cells - full.length) };
}
