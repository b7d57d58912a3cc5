import type { ReactNode } from 'react';
import type { PaneId, State } from '../../state/core/state.ts';
import type { TabId } from '../../state/details/tabs.ts';
import type { Command } from '../commands/command.ts';
import type { SurfaceQuery } from '../surfaces/query.ts';
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
	/** Its queries while it is visible. */
	readonly queries?: readonly SurfaceQuery[];
	/** Returns why there are no rows yet; undefined once they have arrived. */
	readonly missing?: (state: State) => string | undefined;
	/** Whether keys wait because its rows are about to arrive. */
	readonly isLoading?: (state: State) => boolean;
	/** Returns the error of the row under the cursor, for the footer; empty if there is none. Untrusted. */
	readonly rowError?: (state: State) => string;
	/** Whether it shows the journal. Notices and alerts lead to this pane, and it shows no alerts of its own. */
	readonly showsJournal?: true;
	/** Returns the state after the pane has opened. */
	readonly onOpen?: (state: State) => State;
	/** Returns the state after another pane has replaced it. */
	readonly onLeave?: (state: State) => State;
	/** Details beside the list, if the pane has them. */
	readonly details?: PaneDetails;
	/** Returns the page size of the focused part, in a pane of this size. */
	readonly page: (state: State, width: number, height: number) => Measure;
	readonly spoken: SpokenPane;
}

/** The second part of a pane, shown beside the list; it can have the focus. */
export interface PaneDetails {
	readonly isShown: (state: State) => boolean;
	/** Whether they replace the list. */
	readonly isFull: (state: State) => boolean;
	readonly hasFocus: (state: State) => boolean;
	/** All tabs, in their order. */
	readonly tabs: readonly DetailsTab[];
	/** Returns the current tab. */
	readonly current: (state: State) => DetailsTab;
	/** Moves the focus to the details or the list. The list becomes visible with the focus. */
	readonly withFocus: (state: State, focused: boolean) => State;
	/** Id of the command that moves the focus to the list. */
	readonly leaveCommand: string;
}

/** A tab of the details. The scope of its keys, and the command that opens it, is `tab-<id>`. */
export interface DetailsTab {
	readonly id: TabId;
	readonly title: string;
	readonly hotkey: string;
	readonly list?: SurfaceList;
	readonly queries?: readonly SurfaceQuery[];
}

/** A pane as the screen reader interface speaks it. It is read often and must be fast until `lines` is called. */
export interface SpokenPane {
	/** The content of the pane as a whole, spoken when the pane opens and when it changes. */
	readonly situation: (state: State) => Spoken;
	/** How the rows are shown (order, filter, selection): spoken when it changes. The id '' means the default. */
	readonly view: (state: State) => Readonly<Record<string, Spoken>>;
	/** The focused row. */
	readonly row: (state: State) => SpokenRow | undefined;
}
