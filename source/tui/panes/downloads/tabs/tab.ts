import type { ReactNode } from 'react';
import type { Download } from '../../../../protocol/resources/download.ts';
import type { State } from '../../../../state/core/state.ts';
import type { TabId } from '../../../../state/details/tabs.ts';
import type { Command } from '../../../commands/command.ts';
import type { SpokenRow, SurfaceList } from '../../../surfaces/surface.ts';
import type { Theme } from '../../../theme/theme.ts';

/** What a tab is about and where it stands. */
export interface TabPlace {
	readonly state: State;
	/** The one that the details are about. */
	readonly download: Download;
	/** Cells of the tab alone. */
	readonly width: number;
	readonly height: number;
}

export interface TabProps extends TabPlace {
	readonly theme: Theme;
	/** Do the keys go to the tab? Then its cursor shows. */
	readonly focused: boolean;
}

export interface TabPage {
	/** Rows that show at once. */
	readonly rows: number;
	/** How many there are, where that depends on the size of the tab. */
	readonly lines?: number;
}

/** A tab of the details: one folder, and one line in the registry. */
export interface Tab {
	readonly id: TabId;
	/** One word. */
	readonly title: string;
	/** Leads to it, from the list and from every tab. */
	readonly hotkey: string;
	/** What can be done in it, of the scope `tab-<id>`. */
	readonly commands: readonly Command[];
	readonly component: (props: TabProps) => ReactNode;
	/** Its rows, or its text if that scrolls; absent if nothing in it moves. */
	readonly list?: SurfaceList;
	readonly spoken: SpokenTab;
	/** What the keys for a page move by; left out, a page is as high as the tab. */
	readonly page?: (place: TabPlace) => TabPage;
	/** Where in it one is, in a few cells of the line of tabs: '3 of 40'. */
	readonly position?: (place: TabPlace) => string;
}

/** A tab as the screen reader interface speaks it. */
export interface SpokenTab {
	/** Changes when the tab as a whole is worth speaking again; absent if that is never. */
	readonly id?: (state: State) => string;
	/** Sanitized; empty lines are left out. */
	readonly lines: (state: State, download: Download) => readonly string[];
	/** The row under the cursor. */
	readonly row?: (state: State, download: Download) => SpokenRow | undefined;
}
