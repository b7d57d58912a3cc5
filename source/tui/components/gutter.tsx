import { Box } from 'ink';
import type { ReactNode } from 'react';

/** Moves a list into the blank cells at its left, by as many cells as its gutter takes. */
export function InGutter({ cells, children }: { readonly cells: number; readonly children: ReactNode }) {
	return cells === 0 ? children : <Box marginLeft={-cells}>{children}</Box>;
}
