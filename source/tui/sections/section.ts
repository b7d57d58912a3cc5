import type { ReactNode } from 'react';
import type { AnyQuery } from '../../state/core/query-declaration.ts';
import type { State } from '../../state/core/state.ts';
import type { Command } from '../surfaces/command.ts';
import type { PaneProps, PaneSide, SectionTitle } from '../surfaces/pane.ts';
import type { Measure, SurfaceContent } from '../surfaces/surface.ts';
import type { SurfaceWork } from '../surfaces/work.ts';

/**
 * A section of a pane: one folder, and one line in the list of its pane. Its area is the pane without the line of
 * sections. `listSection` makes the section of a list.
 */
export interface Section extends SectionTitle, SurfaceContent {
	/** Its commands, of the scope `id`. */
	readonly commands: readonly Command[];
	readonly component: (props: PaneProps) => ReactNode;
	/** A panel beside it, on screens with enough columns. */
	readonly side?: PaneSide;
	/** Its queries while it is visible. */
	readonly queries?: readonly AnyQuery[];
	/** Its work that is too long for one message. */
	readonly work?: SurfaceWork;
	/** Returns the page size; if absent, a page is as high as the section. */
	readonly page?: (state: State, width: number, height: number) => Measure;
	/** Returns the position in it, short, for the footer of the panel; if absent, the place of its cursor: '3 of 40'. */
	readonly position?: (state: State) => string;
	/** Returns why there are no rows yet; undefined once they have arrived. */
	readonly missing?: (state: State) => string | undefined;
}
