import { shorten } from '../../format/cells.ts';
import { sanitise } from '../../format/sanitise.ts';
import type { Segment } from './compose-line.ts';

/**
 * The names of the first `few` of `count` things, one a line, and how many more there are. `names` are the first of
 * all, one more than `few` if there are so many; they may be hostile.
 */
export function namedFew(names: readonly string[], count: number, few: number, columns: number): Segment[] {
	// To name one more takes no more room than to say that there is one more.
	const shown = count === few + 1 ? few + 1 : few;
	const lines = names
		.slice(0, shown)
		.map((name): Segment => ({ text: `  ${shorten(sanitise(name, columns * 4), columns - 2)}` }));
	const more = count - lines.length;
	return more > 0 ? [...lines, { text: `  and ${more} more`, token: 'faint' }] : lines;
}
