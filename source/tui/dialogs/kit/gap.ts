import { part } from './part.ts';

/** A blank line. It is left out when space is short. */
export const Gap = part<object>({
	rows: () => ({ least: 0, wanted: 1, isLast: true }),
	draw: () => ({ lines: [] }),
});
