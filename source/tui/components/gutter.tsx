import { Box } from 'ink';
import { createContext, type ReactNode, useContext } from 'react';
import { GUTTER_CELLS } from './draw-row.ts';

/** Blank cells between the border of the panel around and its content. */
export const PaddingContext = createContext(0);

/** Returns the cells by which a list is wider than its area: its gutter takes the place of the padding. */
export function useGutterRoom(): number {
	return Math.min(useContext(PaddingContext), GUTTER_CELLS);
}

/** Moves a list into the padding at its left, by as many cells as `useGutterRoom` returns. */
export function InGutter({ cells, children }: { readonly cells: number; readonly children: ReactNode }) {
	return cells === 0 ? children : <Box marginLeft={-cells}>{children}</Box>;
}
