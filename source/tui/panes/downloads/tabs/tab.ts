import type { ReactNode } from 'react';
import type { Download } from '../../../../protocol/resources/download.ts';
import type { AnyQuery } from '../../../../state/core/query-declaration.ts';
import type { State } from '../../../../state/core/state.ts';
import type { TabId } from '../../../../state/surfaces/tabs.ts';
import type { Frame } from '../../../components/panel-edge.ts';
import type { Command } from '../../../surfaces/command.ts';
import type { SurfaceContent } from '../../../surfaces/surface.ts';
import type { Theme } from '../../../theme/theme.ts';

/** The download and the area of a tab. */
export interface TabPlace {
	readonly state: State;
	/** The download of the details. */
	readonly download: Download;
	/** Cells of the tab, without the line of tabs. */
	readonly width: number;
	readonly height: number;
	/** The frame of its panel. Without a box, there is no lower border. */
	readonly frame: Frame;
}

export interface TabProps extends TabPlace {
	readonly theme: Theme;
	/** Blank cells at its left that a list's gutter can take. */
	readonly gutter: number;
	/** Whether the tab has the focus and shows its cursor. */
	readonly focused: boolean;
}

interface TabPage {
	/** Number of visible rows. */
	readonly rows: number;
	/** Number of all rows, if it depends on the size of the tab. */
	readonly lines?: number;
}

/** A tab of the details: one folder, and one line in the registry. */
export interface Tab extends SurfaceContent {
	readonly id: TabId;
	/** One word. */
	readonly title: string;
	/** Opens it, from the list and from every tab. */
	readonly hotkey: string;
	/** Its commands, of the scope `tab-<id>`. */
	readonly commands: readonly Command[];
	readonly component: (props: TabProps) => ReactNode;
	/** Its queries while it is visible. */
	readonly queries?: readonly AnyQuery[];
	/** Returns the page size; if absent, a page is as high as the tab. */
	readonly page?: (place: TabPlace) => TabPage;
	/** Returns the position in it, short, for the line of tabs; if absent, the place of its cursor: '3 of 40'. */
	readonly position?: (place: TabPlace) => string;
	/** Returns a text for the left of its lower border, if it has a box. Untrusted. */
	readonly note?: (state: State) => string;
}
