import { width as cellsOf, shortenAtWord, shortenMiddle, truncate } from '../../../format/cells.ts';
import { sanitize } from '../../../format/sanitize.ts';
import type { KeyBindings } from '../../../state/core/keys.ts';
import type { TabId } from '../../../state/surfaces/tabs.ts';
import { type Segment, widthOf } from '../../components/compose-line.ts';
import { memoize } from '../../components/memoize.ts';
import { type Edge, edgeRoom, edgeRoomBeside, type Frame } from '../../components/panel-edge.ts';
import { shortTitleSegments, type Title, titleSegments } from '../../components/title-segments.ts';
import { keyOf } from '../../keys/effective-keys.ts';
import { tabs } from './tabs/registry.ts';

interface TabBarProps {
	/** Cells of the panel. */
	readonly width: number;
	readonly frame: Frame;
	readonly tab: TabId;
	/** Whether no list is visible that shows the download of the details. */
	readonly alone: boolean;
	/** The name of the download; untrusted text. */
	readonly name: string;
	/** Position in the tab; empty if there is none. */
	readonly position: string;
	/** Text at the left of the lower border; empty for none. Untrusted. */
	readonly note: string;
	/** Keys of commands that differ from their declaration. */
	readonly keys: KeyBindings;
}

/** Minimum useful cells of a name, beside a list that has it in full, and without one. */
const MIN_NAME_CELLS = 8;
const MIN_LONE_NAME_CELLS = 20;

/**
 * Returns the border of the details: the tabs and the name of the download, and the position in the tab below. The
 * current tab is in brackets. Others are shown as far as they fit. Without a box, one line has everything.
 */
export const detailsEdges = memoize((props: TabBarProps): { readonly top: Edge; readonly bottom: Edge } => {
	const { width, frame, tab, alone, name, position, note, keys } = props;
	const place: Segment[] = position === '' ? [] : [{ text: position }];
	const titles = titlesOf(tab, keys);
	const inLine = frame === 'line' && place.length > 0 ? widthOf(place) + 2 : 0;
	// The titles of all tabs take precedence over the position in one, but not over the name.
	const short = shortTitleSegments(titles);
	// A form that does not fit as a whole could cut off the current tab.
	const forms = [titleSegments(titles, '  '), titleSegments(titles, ' '), short].filter(
		(one) => widthOf(one) <= edgeRoom(width),
	);
	const shown = sanitize(name, width * 4);
	const free = (left: readonly Segment[]) => edgeRoomBeside(width, left) - inLine;
	const reserved = (least: number) => (alone ? Math.min(least, cellsOf(shown)) : 0);
	const left =
		forms.find((one) => free(one) >= reserved(MIN_LONE_NAME_CELLS)) ??
		forms.find((one) => free(one) >= reserved(MIN_NAME_CELLS)) ??
		short;
	const text = nameIn(shown, free(left), alone);
	const right: Segment[] = text === '' ? [] : [{ text, token: 'heading' }];
	if (frame === 'line' || note === '') return { top: { left, right }, bottom: { right: place } };
	const room = edgeRoomBeside(width, place);
	return {
		top: { left, right },
		bottom: { left: [{ text: truncate(sanitize(note, width * 4), room) }], right: place },
	};
});

/** Returns the name in so many cells, whole words if possible. Beside a list that has it in full, it may be dropped. */
function nameIn(name: string, cells: number, alone: boolean): string {
	if (cells < Math.min(MIN_NAME_CELLS, cellsOf(name))) return '';
	const words = shortenAtWord(name, cells);
	return words !== '' || !alone ? words : shortenMiddle(name, cells);
}

/** Returns the titles of all tabs. */
function titlesOf(shown: TabId, keys: KeyBindings): readonly Title[] {
	return Object.values(tabs).map(({ id, title, hotkey }) => ({
		title,
		hotkey: keyOf(`tab-${id}`, hotkey, keys),
		isShown: id === shown,
		command: `tab-${id}`,
	}));
}
