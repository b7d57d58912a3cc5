import { fit, width as widthOf } from '../../../format/cells.ts';
import { sanitise } from '../../../format/sanitise.ts';
import type { TabId } from '../../../state/details/tabs.ts';
import type { Segment } from '../../components/compose-line.ts';
import { widthOf as cellsOf, segmentTarget } from '../../components/compose-line.ts';
import type { Target } from '../../terminal/targets.ts';
import { style, type Theme } from '../../theme/theme.ts';
import { tabs } from './tabs/registry.ts';

export interface TabBarProps {
	readonly theme: Theme;
	/** Cells. */
	readonly width: number;
	readonly tab: TabId;
	/** Do the keys go to the tab? An arrow at the beginning says so, colour or not. */
	readonly focused: boolean;
	/** Is it the border towards the list above it? Then a line runs through it. */
	readonly ruled: boolean;
	/** Is there no list beside it or above it? Then nothing else on the screen says whose details these are. */
	readonly alone: boolean;
	/** The download's name: hostile text. */
	readonly name: string;
	/** Where in the tab one is; empty when that is nowhere special. */
	readonly position: string;
}

/** Cells of a name that are worth showing, beside a list that has it in full, and where there is none. */
const MIN_NAME_CELLS = 8;
const MIN_LONE_NAME_CELLS = 20;

/** The line of tabs: the one that shows in brackets, the others as far as there is room, then what they are about. */
export function tabBar(props: TabBarProps): string {
	return barSegments(props)
		.map(({ text, token }) => style(props.theme, token ?? 'normal', text))
		.join('');
}

/** What is at a cell of it. */
export function tabBarTarget(props: TabBarProps, cell: number): Target | undefined {
	return segmentTarget(props.width, barSegments(props), [], cell);
}

function barSegments({ width, tab, focused, ruled, alone, name, position }: TabBarProps): Segment[] {
	const line = ruled ? (focused ? '━' : '─') : ' ';
	const lead: Segment = { text: focused ? '▸ ' : `${line} `, token: focused ? 'title' : 'border' };
	const place: Segment[] = position === '' ? [] : [{ text: ` ${position} `, token: 'heading' }];
	// The titles of all tabs come before the place in one of them, but not where the name needs their room.
	const forms = [
		{ left: tabSegments(tab, '  '), behind: place },
		{ left: tabSegments(tab, ' '), behind: place },
		...(alone ? [] : [{ left: tabSegments(tab, ' '), behind: [] }]),
		{ left: shortSegments(tab), behind: place },
		{ left: shortSegments(tab), behind: [] },
	];
	const shown = sanitise(name, width * 4);
	const free = ({ left, behind }: (typeof forms)[number]) => width - 2 - cellsOf(left) - cellsOf(behind);
	// The blanks beside the name are four.
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

function tabSegments(shown: TabId, gap: string): Segment[] {
	return Object.values(tabs).flatMap(({ id, title, hotkey }, index): Segment[] => [
		{ text: `${index === 0 ? '' : gap}${hotkey}`, token: 'key', target: targetOf(id) },
		id === shown
			? { text: ` [${title}]`, token: 'title', target: targetOf(id) }
			: { text: ` ${title}`, token: 'faint', target: targetOf(id) },
	]);
}

/** Where there is no room for all titles, the keys alone lead to the others. */
function shortSegments(shown: TabId): Segment[] {
	return Object.values(tabs).flatMap(({ id, title, hotkey }, index): Segment[] => [
		{ text: `${index === 0 ? '' : ' '}${hotkey}`, token: 'key', target: targetOf(id) },
		...(id === shown ? [{ text: ` [${title}]`, token: 'title' } as const] : []),
	]);
}

function targetOf(id: TabId): Target {
	return { kind: 'command', id: `tab-${id}` };
}
