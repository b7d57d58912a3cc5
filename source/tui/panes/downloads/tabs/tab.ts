import type { ReactNode } from 'react';
import type { Download } from '../../../../protocol/resources/download.ts';
import type { TabId } from '../../../../state/details/tabs.ts';
import type { State } from '../../../../state/state.ts';
import type { Command } from '../../../command.ts';
import type { Theme } from '../../../theme/theme.ts';

export interface TabProps {
	readonly state: State;
	/** The one that the details are about. */
	readonly download: Download;
	readonly theme: Theme;
	/** Cells of the tab alone. */
	readonly width: number;
	readonly height: number;
	/** Do the keys go to the tab? Then its cursor shows. */
	readonly focused: boolean;
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
}
