import type { State } from '../../source/state/core/state.ts';
import { FOOTER_HEIGHT, headerHeight } from '../../source/tui/components/layout.ts';
import { isInFooter } from '../../source/tui/shell/dialogs.ts';
import { detailsOf } from '../../source/tui/shell/pane-place.ts';
import { currentPane } from '../../source/tui/shell/panes.ts';
import type { Area } from '../../source/tui/terminal/area.ts';
import type { ShownScreen } from '../terminal/shown-screen.ts';
import { detailsPlaces } from './panel-places.ts';

/** Screens whose subject is the whole window: header, pane and footer. */
const WHOLE_SCREENS: ReadonlySet<string> = new Set([
	'after-an-outage',
	'bulk-progress',
	'connecting',
	'downloads',
	'loading',
	'notice',
	'journal-notice-of-many',
	'unauthorized',
	'unreachable',
]);

/** Screens that show how the list and the details share the pane. */
const SPLIT_SCREENS: ReadonlySet<string> = new Set(['details', 'files-names']);

/** Returns the part of a screen that is its subject: the top dialog, the focused details, the pane, or all of it. */
export function subjectArea(name: string, state: State, screen: ShownScreen): Area {
	const { columns, rows } = screen.size;
	const whole = { left: 0, top: 0, right: columns, bottom: rows };
	const isWhole = detailsOf(currentPane(state), state) === 'full';
	const pane = { ...whole, top: headerHeight(rows, isWhole), bottom: rows - FOOTER_HEIGHT };
	const top = state.dialogs.at(-1);
	if (WHOLE_SCREENS.has(name)) return whole;
	if (isInFooter(top)) return { ...pane, bottom: rows };
	if (top) return topFrame(screen, name);
	if (SPLIT_SCREENS.has(name) || state.pane !== 'downloads') return pane;
	if (state.details.shown === 'not') return pane;
	return detailsPlaces({ columns, rows }, state.details.shown, state.downloads.list.length).panel;
}

/** Returns the area of the last frame with a complete top edge: it covers the frames before it. */
function topFrame(screen: ShownScreen, name: string): Area {
	const lines = Array.from({ length: screen.size.rows }, (_, y) => screen.signs(y));
	const top = lines.findLastIndex((line) => /╭─ [^│]*─╮/.test(line));
	const left = lines[top]?.lastIndexOf('╭') ?? -1;
	const right = lines[top]?.indexOf('╮', left) ?? -1;
	const bottom = lines.findIndex((line, y) => y > top && line[left] === '╰' && line[right] === '╯');
	if (top < 0 || left < 0 || right < 0 || bottom < 0)
		throw new Error(`Screen ${name} has no complete frame.`);
	return { left, top, right: right + 1, bottom: bottom + 1 };
}
