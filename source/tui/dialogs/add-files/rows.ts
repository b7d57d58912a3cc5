import { pathRowsOf } from '../../panes/downloads/tabs/files/texts.ts';
import { FOOTER_HEIGHT } from '../../shell/layout.ts';

/** Lines of the dialog besides the tree and the path: its border, the titles, and what is wanted. */
const OTHER_LINES = 4;

/** Lines of the tree that a screen of so many rows shows at once. */
export function treeRowsOf(screenRows: number): number {
	return Math.max(1, Math.min(30, screenRows - FOOTER_HEIGHT - OTHER_LINES - pathRowsOf(screenRows)));
}
