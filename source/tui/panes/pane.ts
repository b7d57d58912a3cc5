import type { ReactNode } from 'react';
import type { SectionId } from '../../state/core/sections.ts';
import type { PaneId, State } from '../../state/core/state.ts';
import type { TabId } from '../../state/details/tabs.ts';
import type { Command } from '../commands/command.ts';
import type { SurfaceQuery } from '../surfaces/query.ts';
import type { DescribedList, Measure, SurfaceContent } from '../surfaces/surface.ts';
import type { SurfaceWork } from '../surfaces/work.ts';
import type { Theme } from '../theme/theme.ts';

export interface PaneProps {
	readonly state: State;
	readonly theme: Theme;
	/** Cells. */
	readonly width: number;
	readonly height: number;
}

/** Everything about one pane. Keyboard, mouse, palette, help, documentation and screen reader read it. */
export interface Pane extends SurfaceContent {
	readonly id: PaneId;
	readonly hotkey: string;
	/** More words by which the palette finds the pane. */
	readonly words?: string;
	readonly commands: readonly Command[];
	readonly component: (props: PaneProps) => ReactNode;
	/** Shown and spoken while there are no rows. */
	readonly message: NonNullable<SurfaceContent['message']>;
	/** Its rows, by `tableList`. */
	readonly list: DescribedList;
	/** Its queries while it is visible. */
	readonly queries?: readonly SurfaceQuery[];
	/** Its work that is too long for one message. */
	readonly work?: SurfaceWork;
	/** Returns why there are no rows yet; undefined once they have arrived. */
	readonly missing?: (state: State) => string | undefined;
	/** Whether keys wait because its rows are about to arrive. */
	readonly isLoading?: (state: State) => boolean;
	/** Whether it shows the journal. Notices and alerts lead to this pane, and it shows no alerts of its own. */
	readonly showsJournal?: true;
	/** Returns the state after the pane has opened. */
	readonly onOpen?: (state: State) => State;
	/** Returns the state after another pane has replaced it. */
	readonly onLeave?: (state: State) => State;
	/** Details beside the list, if the pane has them. */
	readonly details?: PaneDetails;
	/** Returns the page size of the focused part, in a pane of this size without its line of sections. */
	readonly page: (state: State, width: number, height: number) => Measure;
	/** Its sections, by `paneOfSections`, if the pane has several contents. */
	readonly sections?: PaneSections;
	/** The section that it is the content of. */
	readonly section?: SectionTitle;
}

/** The sections of a pane. It shows one of them, below a line with their titles. */
export interface PaneSections {
	/** The pane with each of its sections. */
	readonly all: readonly SectionPane[];
	/** Returns the pane with its visible section. */
	readonly current: (state: State) => SectionPane;
}

/** A pane with the content of one of its sections. */
export interface SectionPane extends Pane {
	readonly section: SectionTitle;
}

export interface SectionTitle {
	/** Also the scope of its keys. The command that shows it is `section-<id>`. */
	readonly id: SectionId;
	/** One word. */
	readonly title: string;
	/** Shows it, from every section of the pane. */
	readonly hotkey: string;
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
export interface DetailsTab extends SurfaceContent {
	readonly id: TabId;
	readonly hotkey: string;
	readonly queries?: readonly SurfaceQuery[];
}
