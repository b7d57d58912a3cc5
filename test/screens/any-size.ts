import type { ScreenSize } from './pressing.ts';
import type { Random } from './random.ts';

/** Returns a size from 20×6 to 300×100, more often a small one. */
export function anySize(random: Random): ScreenSize {
	return random.between(0, 3) === 0
		? { columns: random.between(20, 300), rows: random.between(6, 100) }
		: { columns: random.between(20, 160), rows: random.between(6, 40) };
}
