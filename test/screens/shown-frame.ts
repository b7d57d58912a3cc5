import type { ShownScreen } from '../terminal/shown-screen.ts';

/** The first row of a screen: the header as a line, or the upper border of its panel or of a high dialog above it. */
export const headerRow = /^((seedtop )?[●○✗] (127|box)|(seedtop )?[●○✗]? *╭─ .*─╮)/;

/** Returns the rows of the top frame whose borders are not below those of its first row. */
export function crookedFrame(screen: ShownScreen): string[] {
	const { columns: width, rows } = screen.size;
	const at = (y: number, x: number) => screen.part(y, x, x + 1);
	const columns = (y: number, sign: string) =>
		Array.from({ length: width }, (_, x) => x).filter((x) => at(y, x) === sign);
	// The last frame with a complete top edge covers the others.
	let top = rows - 1;
	while (top >= 0 && !/╭─ .*─╮/.test(screen.part(top, 0, width))) top--;
	if (top < 0) return ['no frame'];
	// A covered frame may begin in the same row.
	const left = columns(top, '╭').at(-1) ?? -1;
	const right = columns(top, '╮').find((x) => x > left) ?? -1;
	const faults: string[] = [];
	for (let y = top + 1; y < rows; y++) {
		if (at(y, left) === '╰') return at(y, right) === '╯' ? faults : [...faults, 'incomplete bottom'];
		if (at(y, left) !== '│' || at(y, right) !== '│') faults.push(`row ${y}: ${screen.part(y, 0, width)}`);
	}
	return [...faults, 'no bottom'];
}
