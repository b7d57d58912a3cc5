import { Box } from 'ink';
import type { ReactNode } from 'react';

/** Moves a list into the blank cells at its left, by as many cells as its gutter takes. */
export function inGutter(cells: number, list: ReactNode): ReactNode {
	return cells === 0 ? list : <Box marginLeft={-cells}>{list}</Box>;
}
