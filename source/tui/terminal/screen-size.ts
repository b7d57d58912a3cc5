import { createContext, useContext } from 'react';
import { defaultSize, type TerminalSize } from './terminal-size.ts';

export type { TerminalSize } from './terminal-size.ts';

export const TerminalSizeContext = createContext<TerminalSize>(defaultSize);

/** Returns the size of the terminal; renders again when it changes. */
export function useTerminalSize(): TerminalSize {
	return useContext(TerminalSizeContext);
}
