import { pathRowsOf } from '../../panes/downloads/tabs/files/texts.ts';
import { FOOTER_HEIGHT } from '../../shell/layout.ts';

/** Lines of the dialog besides tree and path: its border, the titles, and the selection. */
const OTHER_LINES = 4;

/** Returns how many lines of the tree a screen of so many rows shows. */
export function treeRowsOf(screenRows: number): number {
	return Math.max(1, Math.min(30, screenRows - FOOTER_HEIGHT - OTHER_LINES - pathRowsOf(screenRows)));
}
