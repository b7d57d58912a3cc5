import type { ReactNode } from 'react';
import type { AnyQuery } from '../../state/core/query-declaration.ts';
import type { PaneId, State } from '../../state/core/state.ts';
import type { SectionId } from '../../state/surfaces/sections.ts';
import type { TabId } from '../../state/surfaces/tabs.ts';
import type { PaneArea } from '../components/layout.ts';
import type { Frame } from '../components/panel-edge.ts';
import type { Theme } from '../theme/theme.ts';
import type { Command } from './command.ts';
import type { DescribedList, Measure, SurfaceContent } from './surface.ts';
import type { SurfaceWork } from './work.ts';

export interface PaneProps {
	readonly state: State;
	readonly theme: Theme;
	/** Cells of its content, without border and line of sections. */
	readonly width: number;
	readonly height: number;
	/** Blank cells at its left that a list's gutter can take. */
	readonly gutter: number;
	/** Columns of the screen. */
	readonly columns: number;
}

/** A part of a pane in a panel of its own. It draws its border. */
export interface PanelProps {
	readonly state: State;
	readonly theme: Theme;
	/** The area of the panel, with its border. */
	readonly area: PaneArea;
}

/** A panel at the right of the content, on screens with enough columns. */
export interface PaneSide {
	/** Minimum columns of the screen. */
	readonly minColumns: number;
	/** Cells of the panel. */
	readonly columns: number;
	readonly component: (props: PanelProps) => ReactNode;
}

/** Everything about one pane. Keyboard, mouse, palette, help, documentation and screen reader read it. */
export interface Pane extends SurfaceContent {
	readonly id: PaneId;
	readonly hotkey: string;
	/** Whether the pane has nothing to show, so that its title is omitted. */
	readonly isHidden?: (state: State) => boolean;
	/** Why it cannot be opened while it is hidden, as a sentence. */
	readonly whyHidden?: string;
	/** More words by which the palette finds the pane. */
	readonly words?: string;
	readonly commands: readonly Command[];
	readonly component: (props: PaneProps) => ReactNode;
	/** Shown and spoken while there are no rows. */
	readonly message: NonNullable<SurfaceContent['message']>;
	/** Its rows, by `tableList`. */
	readonly list: DescribedList;
	/** Its queries while it is visible. */
	readonly queries?: readonly AnyQuery[];
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
	/** A panel beside the content, if the pane has one. It has no keys. */
	readonly side?: PaneSide;
	/** Returns the page size of its content, in an area of this size without its line of sections. */
	readonly page: (state: State, width: number, height: number) => Measure;
	/** Its sections, by `paneOfSections`, if the pane has several contents. */
	readonly sections?: PaneSections;
	/** The section that it is the content of. */
	readonly section?: SectionTitle;
}

/** The sections of a pane. It shows one of them, below a line with their titles. */
interface PaneSections {
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
	/** Returns the number of rows that the list beside them can need. */
	readonly rowsOf: (state: State) => number;
	readonly component: (props: DetailsProps) => ReactNode;
	/** Returns the page size of the current tab in an area of this size, in a panel with this frame. */
	readonly page: (state: State, width: number, height: number, frame: Frame) => Measure;
	/** All tabs, in their order. */
	readonly tabs: readonly DetailsTab[];
	/** Returns the current tab. */
	readonly current: (state: State) => DetailsTab;
	/** Moves the focus to the details or the list. The list becomes visible with the focus. */
	readonly withFocus: (state: State, focused: boolean) => State;
	/** Id of the command that moves the focus to the list. */
	readonly leaveCommand: string;
}

export interface DetailsProps extends PanelProps {
	readonly isFocused: boolean;
	/** Whether no list is visible that shows the row of the details. */
	readonly isAlone: boolean;
}

/** A tab of the details. The scope of its keys, and the command that opens it, is `tab-<id>`. */
export interface DetailsTab extends SurfaceContent {
	readonly id: TabId;
	readonly hotkey: string;
	readonly queries?: readonly AnyQuery[];
}
