import { fit, width as widthOf } from '../../../format/cells.ts';
import { sanitize } from '../../../format/sanitize.ts';
import type { TabId } from '../../../state/details/tabs.ts';
import type { Segment } from '../../components/compose-line.ts';
import { widthOf as cellsOf, segmentTarget } from '../../components/compose-line.ts';
import { shortTitleSegments, type Title, titleSegments } from '../../components/title-segments.ts';
import type { Target } from '../../terminal/targets.ts';
import { style, type Theme } from '../../theme/theme.ts';
import { tabs } from './tabs/registry.ts';

export interface TabBarProps {
	readonly theme: Theme;
	/** Cells. */
	readonly width: number;
	readonly tab: TabId;
	/** Whether the tab has the focus. An arrow at the start shows it, with or without colour. */
	readonly focused: boolean;
	/** Whether it is the border towards the list above it, drawn with a line. */
	readonly ruled: boolean;
	/** Whether no list is visible that shows the download of the details. */
	readonly alone: boolean;
	/** The name of the download; untrusted text. */
	readonly name: string;
	/** Position in the tab; empty if there is none. */
	readonly position: string;
}

/** Minimum useful cells of a name, beside a list that has it in full, and without one. */
const MIN_NAME_CELLS = 8;
const MIN_LONE_NAME_CELLS = 20;

/**
 * Returns the line of tabs, then the name of the download. The current tab is in brackets. Others are shown as far as
 * they fit.
 */
export function tabBar(props: TabBarProps): string {
	return barSegments(props)
		.map(({ text, token }) => style(props.theme, token ?? 'normal', text))
		.join('');
}

/** Returns the target of a cell of it. */
export function tabBarTarget(props: TabBarProps, cell: number): Target | undefined {
	return segmentTarget(props.width, barSegments(props), [], cell);
}

function barSegments({ width, tab, focused, ruled, alone, name, position }: TabBarProps): Segment[] {
	const line = ruled ? (focused ? '━' : '─') : ' ';
	const lead: Segment = { text: focused ? '▸ ' : `${line} `, token: focused ? 'title' : 'border' };
	const titles = titlesOf(tab);
	const place: Segment[] = position === '' ? [] : [{ text: ` ${position} `, token: 'heading' }];
	// The titles of all tabs take precedence over the position in one, but not over the name.
	const forms = [
		{ left: titleSegments(titles, '  '), behind: place },
		{ left: titleSegments(titles, ' '), behind: place },
		...(alone ? [] : [{ left: titleSegments(titles, ' '), behind: [] }]),
		{ left: shortTitleSegments(titles), behind: place },
		{ left: shortTitleSegments(titles), behind: [] },
	];
	const shown = sanitize(name, width * 4);
	const free = ({ left, behind }: (typeof forms)[number]) => width - 2 - cellsOf(left) - cellsOf(behind);
	// Four blanks surround the name.
	const reserved = (least: number) => (alone ? Math.min(least, widthOf(shown)) + 4 : 0);
	const form =
		forms.find((one) => free(one) >= reserved(MIN_LONE_NAME_CELLS)) ??
		forms.find((one) => free(one) >= reserved(MIN_NAME_CELLS)) ??
		forms.find((one) => free(one) >= 0);
	const { left, behind } = form ?? { left: [], behind: [] };
	const wanted = Math.min(widthOf(shown), free({ left, behind }) - 4);
	const named: Segment[] =
		wanted >= Math.min(MIN_NAME_CELLS, widthOf(shown)) && wanted > 0
			? [{ text: ` ${fit(shown, wanted)} `, token: 'heading' }]
			: [];
	const gap = Math.max(0, width - 2 - cellsOf(left) - cellsOf(named) - cellsOf(behind));
	return [lead, ...left, ...filler(line, gap), ...named, ...behind];
}

function filler(line: string, cells: number): Segment[] {
	return cells > 1
		? [{ text: ` ${line.repeat(cells - 1)}`, token: 'border' }]
		: [{ text: ' '.repeat(cells) }];
}

/** Returns the titles of all tabs. */
function titlesOf(shown: TabId): readonly Title[] {
	return Object.values(tabs).map(({ id, title, hotkey }) => ({
		title,
		hotkey,
		isShown: id === shown,
		command: `tab-${id}`,
	}));
}
