import type { ReactNode } from 'react';
import type { PaneId, State } from '../../state/state.ts';
import type { Command } from '../command.ts';
import type { Theme } from '../theme/theme.ts';

export interface PaneProps {
	readonly state: State;
	readonly theme: Theme;
	/** Cells. */
	readonly width: number;
	readonly height: number;
}

/** A pane: one folder, and one line in the registry. */
export interface Pane {
	readonly id: PaneId;
	readonly title: string;
	readonly hotkey: string;
	/** Other words by which the palette finds the way to it. */
	readonly words?: string;
	readonly commands: readonly Command[];
	readonly component: (props: PaneProps) => ReactNode;
}
