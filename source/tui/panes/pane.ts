import type { ReactNode } from 'react';
import type { PaneId, State } from '../../state/state.ts';
import type { Command } from '../command.ts';
import type { Measure, Spoken, SpokenRow, SurfaceList } from '../surfaces/surface.ts';
import type { Theme } from '../theme/theme.ts';

export interface PaneProps {
	readonly state: State;
	readonly theme: Theme;
	/** Cells. */
	readonly width: number;
	readonly height: number;
}

/** Everything about one pane. Keyboard, mouse, palette, help, documentation and screen reader read it. */
export interface Pane {
	readonly id: PaneId;
	readonly title: string;
	readonly hotkey: string;
	/** More words by which the palette finds the pane. */
	readonly words?: string;
	readonly commands: readonly Command[];
	readonly component: (props: PaneProps) => ReactNode;
	/** Its rows. */
	readonly list: SurfaceList;
	/** Details beside the list, if the pane has them. */
	readonly details?: PaneDetails;
	/** Size of a page of what has the keys, in a pane of this size. */
	readonly page: (state: State, width: number, height: number) => Measure;
	readonly spoken: SpokenPane;
}

/** The second part of a pane: it can be shown beside the list and have the keys. */
export interface PaneDetails {
	readonly isShown: (state: State) => boolean;
	readonly hasFocus: (state: State) => boolean;
	readonly list: (state: State) => SurfaceList | undefined;
	readonly withFocus: (state: State, focused: boolean) => State;
}

/** A pane as the screen reader interface speaks it. It is read often and must be fast until `lines` is called. */
export interface SpokenPane {
	/** What the pane holds as a whole: spoken when the pane opens, and when it changes. */
	readonly situation: (state: State) => Spoken;
	/** How the rows are shown (order, filter, selection): spoken when it changes. The id '' means the default. */
	readonly view: (state: State) => Readonly<Record<string, Spoken>>;
	/** The row that has the keys. */
	readonly row: (state: State) => SpokenRow | undefined;
}
