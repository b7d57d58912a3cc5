import { bytes } from '../../format/bytes.ts';
import { width as cellsOf, truncate } from '../../format/cells.ts';
import { duration } from '../../format/duration.ts';
import { sanitize } from '../../format/sanitize.ts';
import type { KeyBindings } from '../../state/core/keys.ts';
import type { PaneId, State } from '../../state/core/state.ts';
import { alertsOf } from '../../state/events/alerts.ts';
import { type Segment, widthOf } from '../components/compose-line.ts';
import type { PaneArea } from '../components/layout.ts';
import { memoize } from '../components/memoize.ts';
import { type Edge, edgeRoom, type Frame, grouped } from '../components/panel-edge.ts';
import { keyOf } from '../keys/effective-keys.ts';
import type { Pane } from '../surfaces/pane.ts';
import type { ListSummary } from '../surfaces/surface.ts';
import type { Target } from '../terminal/targets.ts';
import { journalPane, panes } from './panes.ts';
import { countForms } from './state-counts.ts';

/** The segments in the border of the main panel. */
interface PaneEdges {
	readonly top: Edge;
	readonly bottom: Edge;
}

/**
 * Returns the titles of all panes, the signs of running work, and the counts; and below the list its selection, filter,
 * order and position.
 */
export function paneEdges(pane: Pane, state: State, { width, frame }: PaneArea): PaneEdges {
	const { filter, found, total, orders, selected, isSelecting } = pane.list.summary(state);
	const place = pane.list.place(state);
	const { top, left } = edgesOf({
		width,
		frame,
		pane: pane.id,
		signs: signTexts(state),
		alerts: pane.showsJournal ? 0 : alertsOf(state.journal, state.alertsSeen),
		counts: pane.details ? countForms(state) : noCounts,
		// It changes with every key. Its width rarely changes.
		place: frame === 'box' ? '' : place,
		placeCells: cellsOf(place),
		keys: state.keys,
		hidden: hiddenPanes(state),
		filter,
		found,
		total,
		selected,
		isSelecting,
		orders: orders.join(ORDER_SEPARATOR),
	});
	return { top, bottom: { left, right: placeSegments(place) } };
}

function placeSegments(place: string): readonly Segment[] {
	return place === '' ? [] : [{ text: place }];
}

const hideablePanes = Object.values<Pane>(panes).filter(({ isHidden }) => isHidden !== undefined);

/** Returns the ids of panes without a title. */
function hiddenPanes(state: State): string {
	let ids = '';
	for (const { id, isHidden } of hideablePanes) if (isHidden?.(state)) ids += ids === '' ? id : `,${id}`;
	return ids;
}

const noCounts = [[]] as const;
const ORDER_SEPARATOR = ', then ';
/** Cells between two groups of segments. */
const GAP = 2;
/** Minimum useful width of a filter, cells. */
const MIN_FILTER_CELLS = 12;

interface Given extends Omit<ListSummary, 'orders'> {
	readonly width: number;
	readonly frame: Frame;
	readonly pane: PaneId;
	/** The running profiler and the memory dump, which slow the service; '' if there is none. */
	readonly signs: string;
	/** Number of warnings and errors that were not seen yet. */
	readonly alerts: number;
	readonly counts: readonly (readonly Segment[])[];
	/** Position in the list: '3 of 40'; '' for a box, whose upper edge has none. */
	readonly place: string;
	/** Cells of the position, for a box too. */
	readonly placeCells: number;
	readonly orders: string;
	/** Keys of commands that differ from their declaration. */
	readonly keys: KeyBindings;
	/** Ids of panes without a title. */
	readonly hidden: string;
}

/** Called with every key. */
const edgesOf = memoize((given: Given): { readonly top: Edge; readonly left: readonly Segment[] } => {
	const { width, frame, place, placeCells } = given;
	const room = edgeRoom(width);
	const taken = placeCells === 0 ? 0 : placeCells + GAP;
	if (frame === 'box')
		return { top: topOf(given, room, []), left: footerOf(given, room - (taken === 0 ? 0 : taken + 1)) };
	// One line has everything.
	const left = footerOf(given, room - widthOf(tabSegments(given, 'shown')) - GAP - 1 - taken);
	return { top: topOf(given, room, [...left, ...placeSegments(place)]), left };
});

/** Returns the upper edge. `more`: segments at its right that matter more than the counts. */
function topOf(given: Given, room: number, more: readonly Segment[]): Edge {
	const { signs, alerts, counts } = given;
	const before = grouped([signSegments(signs), alertSegments(alerts)]);
	const [longest = []] = counts;
	const forms: readonly { readonly tabs: TabForm; readonly counts: readonly Segment[] }[] = [
		{ tabs: 'long', counts: longest },
		// Short titles leave room for counts.
		...counts.map((each) => ({ tabs: 'short', counts: each }) as const),
		{ tabs: 'shown', counts: [] },
	];
	const moreCells = more.length === 0 ? 0 : widthOf(more) + 2 * GAP;
	const form = forms.find(({ tabs, counts: each }) => {
		const right = widthOf(before) + widthOf(each) + moreCells + (each.length > 0 ? GAP : 0);
		return widthOf(tabSegments(given, tabs)) + (right > 0 ? right + GAP + 1 : 0) <= room;
	}) ?? { tabs: 'shown', counts: [] };
	return { left: tabSegments(given, form.tabs), right: grouped([before, form.counts]) };
}

/** Returns filter, selection and order in at most `room` cells. The order is shortened first. */
function footerOf(given: Given, room: number): readonly Segment[] {
	const { selected, isSelecting, filter, found, total, orders } = given;
	const segments: Segment[] = [];
	let left = room;
	const add = (text: string, token: Segment['token'], minCells: number, target?: Target) => {
		const gap = segments.length === 0 ? '' : ' '.repeat(GAP);
		if (text === '' || left < Math.min(minCells, cellsOf(text)) + gap.length) return;
		const cut = truncate(text, left - gap.length);
		if (gap !== '') segments.push({ text: gap });
		segments.push({ text: cut, token, target });
		left -= cellsOf(cut) + gap.length;
	};
	const command = (id: string): Target | undefined =>
		given.pane === 'downloads' ? { kind: 'command', id } : undefined;
	if (filter !== '') add(`/${sanitize(filter, 40)}`, 'match', MIN_FILTER_CELLS, command('filter'));
	if (selected > 0) add(`${isSelecting ? 'V: ' : ''}${selected} selected`, 'selection', 4);
	if (filter !== '') add(`${found} of ${total}`, 'normal', Number.POSITIVE_INFINITY);
	const titles = orders.split(ORDER_SEPARATOR);
	const texts = titles.map((_, at) => titles.slice(0, titles.length - at).join(ORDER_SEPARATOR));
	const fitting = texts.find((text) => cellsOf(text) <= left - GAP) ?? '';
	add(fitting, 'heading', Number.POSITIVE_INFINITY, command('sort-by'));
	return segments;
}

type TabForm = 'long' | 'short' | 'shown';

/** Returns the titles of the panes. In the short form, the others have only their keys. */
function tabSegments({ pane: shown, keys, hidden }: Given, form: TabForm): readonly Segment[] {
	const without = hidden.split(',');
	const segments = Object.values(panes).flatMap((pane): Segment[] => {
		const isShown = pane.id === shown;
		if ((form === 'shown' && !isShown) || without.includes(pane.id)) return [];
		const id = `pane-${pane.id}`;
		const target: Target = { kind: 'command', id };
		return [
			{ text: ' '.repeat(GAP) },
			{ text: keyOf(id, pane.hotkey, keys), token: 'key', target },
			...(isShown || form === 'long'
				? [{ text: ` ${pane.title}`, token: isShown ? 'title' : 'faint', target } as const]
				: []),
		];
	});
	return segments.slice(1);
}

/** Returns the running time of the profiler and the progress of the memory dump; '' if there is none. */
function signTexts(state: State): string {
	if (!state.profiler.isRunning && state.profiler.change === undefined && !state.memoryDump) return '';
	return [profilerText(state), dumpText(state)].filter((text) => text !== '').join(' '.repeat(GAP));
}

function profilerText({ profiler, now }: State): string {
	const { isRunning, change, since, isOlder } = profiler;
	if (change === 'start') return '○ profiler';
	if (!isRunning) return '';
	const time = duration(Math.max(0, now - since) / 1_000);
	return `● profiler ${isOlder ? '>' : ''}${time}`;
}

function dumpText({ memoryDump: dump }: State): string {
	if (!dump) return '';
	const { bytes: done, total } = dump;
	const progress = total === undefined ? bytes(done) : `${Math.floor((done / total) * 100)} %`;
	return `● dump ${progress}`;
}

function signSegments(text: string): Segment[] {
	const target: Target = { kind: 'command', id: 'profiler' };
	return text === '' ? [] : [{ text, token: 'warning', target }];
}

function alertSegments(count: number): Segment[] {
	if (count === 0) return [];
	return [
		{
			text: `! ${count} alert${count === 1 ? '' : 's'}`,
			token: 'warning',
			...(journalPane ? { target: { kind: 'command', id: `pane-${journalPane.id}` } } : {}),
		},
	];
}
