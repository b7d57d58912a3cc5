import { servicesText, serviceTroubles } from '../../columns/services.ts';
import { bytes, shortBytes } from '../../format/bytes.ts';
import { fit } from '../../format/cells.ts';
import { age } from '../../format/duration.ts';
import { oneLine } from '../../format/one-line.ts';
import { sanitize } from '../../format/sanitize.ts';
import { shortAddress } from '../../format/short-address.ts';
import { hasSeveral } from '../../state/contexts/contexts.ts';
import type { State } from '../../state/core/state.ts';
import { initialDownloads } from '../../state/downloads/downloads.ts';
import { type Direction, MAX_SAMPLES, totalRates } from '../../state/downloads/rate-history.ts';
import { composeLine, type Segment, widthOf } from '../components/compose-line.ts';
import { condense, drawGraph, graphCells, scalePeak, scaleTop } from '../components/graph.ts';
import { type Edge, edgeRoomBeside } from '../components/panel-edge.ts';
import type { Theme, Token } from '../theme/theme.ts';

/** Minimum and maximum cells of a graph in a header of one line. */
const MIN_GRAPH_CELLS = 4;
const MAX_LINE_GRAPH_CELLS = 20;
/** Cells of a short rate, and of a full one with its peak. */
const SHORT_RATE_CELLS = 5;
const FULL_RATE_CELLS = 15;
/** Minimum cells inside of the panel for full rates. */
const MIN_FULL_COLUMNS = 90;
/** Lines of a graph in the panel. */
const PANEL_GRAPH_LINES = 2;
/** Free space below which it is shown as a warning, bytes. */
const LOW_FREE_BYTES = 1024 ** 3;
/** Cells of the bar of the used space, and minimum columns for it in a header of one line. */
const SPACE_BAR_CELLS = 10;
const LINE_SPACE_BAR_CELLS = 6;
const MIN_LINE_BAR_COLUMNS = 100;

/** The part of the state that the header shows. */
interface Shown extends Pick<State, 'connection' | 'now' | 'history'> {
	readonly theme: Theme;
	/** Cells. */
	readonly columns: number;
	/** Number of slow requests without a response. */
	readonly pending: number;
	readonly totals: State['downloads']['totals'];
	/** Name of the service among several; '' for a single one. */
	readonly name: string;
	readonly limits: State['limits'];
}

/** Whether the header shows the same for both states. */
export function isSameHeader(one: State, other: State): boolean {
	return (
		one.connection === other.connection &&
		one.downloads.totals === other.downloads.totals &&
		one.downloads.at === other.downloads.at &&
		one.history === other.history &&
		one.limits === other.limits &&
		one.contexts === other.contexts &&
		one.pendingWrites === other.pendingWrites &&
		one.slowWrites === other.slowWrites &&
		shownTime(one) === shownTime(other)
	);
}

function shownOf(state: State, theme: Theme, columns: number): Shown {
	const { connection, pendingWrites, slowWrites, history, downloads, limits } = state;
	const pending = Math.min(slowWrites, pendingWrites);
	const now = shownTime(state);
	const name = hasSeveral(state) ? state.contexts.current : '';
	// The rates of the first rows alone would be wrong.
	const totals = downloads.at === undefined ? initialDownloads.totals : downloads.totals;
	return { theme, columns, connection, now, pending, history, totals, name, limits };
}

/** Returns the time for the age of the list; 0 if that is not shown. */
function shownTime(state: State): number {
	return state.connection.failure || isSilent(state) ? state.now : 0;
}

/** Returns the header of one line: service, connection, rates, with graphs if wanted, free space. */
export function headerLines(state: State, theme: Theme, columns: number, hasGraphs = true): string[] {
	return [headerLine(shownOf(state, theme, columns), hasGraphs)];
}

function headerLine(shown: Shown, hasGraphs: boolean): string {
	const { theme, columns, connection } = shown;
	const source = sourceSegments(shown);
	const named = [nameSegment, ...source];
	const rates = directions.map((direction): Segment[] => [
		gap,
		shortRate(shown, direction),
		...limitSegments(shown, direction),
	]);
	const [down = [], both = []] = rates;
	const up = [...both, ...alternativeSegments(shown)];
	const free = freeSegments(connection, columns);
	// In a narrow window the name of the program is left out first, and the state of the connection last.
	const lefts = [named, source, ...(shown.name === '' ? [] : [sourceSegments(shown, true)])];
	const rights = [[...down, ...up, ...free], [...down, ...up], down];
	const forms = rights.flatMap((right) =>
		lefts.map((left): readonly [left: readonly Segment[], right: readonly Segment[]] => [left, right]),
	);
	const cellsOf = ([left, right]: readonly [readonly Segment[], readonly Segment[]]) =>
		widthOf(left) + widthOf(right);
	const form = forms.find((one) => cellsOf(one) <= columns) ?? [lefts.at(-1) ?? source, []];
	const [left, right] = form;
	const room = Math.floor((columns - cellsOf(form)) / directions.length) - 1;
	const cells = graphCells(Math.min(room, MAX_LINE_GRAPH_CELLS), MAX_SAMPLES);
	const isEmpty = shown.history.samples.length === 0;
	if (isEmpty || !hasGraphs || cells < MIN_GRAPH_CELLS || !right.includes(up[0] ?? gap))
		return composeLine(theme, columns, left, right);
	const [downGraph, upGraph] = directions.map((direction): Segment => {
		const [line = ''] = totalGraph(shown.history, direction, cells, 1).lines;
		return { text: ` ${line}`, token: direction };
	});
	const after = right.slice(down.length + up.length);
	return composeLine(theme, columns, left, [
		...down,
		...(downGraph ? [downGraph] : []),
		...up,
		...(upGraph ? [upGraph] : []),
		...after,
	]);
}

const directions: readonly Direction[] = ['down', 'up'];
const signs: Readonly<Record<Direction, string>> = { down: '▼', up: '▲' };
const gap: Segment = { text: '  ' };
const nameSegment: Segment = { text: 'seedtop ', token: 'title' };

/** The header as a panel: its border, and two lines of graphs. */
interface HeaderPanel {
	readonly top: Edge;
	readonly lines: readonly string[];
}

/** Returns the header as a panel. `width`: cells with the border; `columns`: cells inside. */
export function headerPanel(state: State, theme: Theme, width: number, columns: number): HeaderPanel {
	const shown = shownOf(state, theme, columns);
	const { connection } = shown;
	const left = [nameSegment, ...sourceSegments(shown), ...alternativeSegments(shown)];
	const room = edgeRoomBeside(width, left);
	const right = spaceForms(connection).find((form) => widthOf(form) <= room) ?? [];
	return { top: { left, right }, lines: rateLines(shown, theme, columns) };
}

/** Returns two lines: received data at the left, sent data at the right, each with its rate and its peak. */
function rateLines(shown: Shown, theme: Theme, columns: number): readonly string[] {
	const half = Math.floor((columns - gap.text.length) / directions.length);
	const isFull = columns >= MIN_FULL_COLUMNS;
	const textCells = isFull ? FULL_RATE_CELLS : SHORT_RATE_CELLS + 2;
	const cells = graphCells(half - textCells - 1, MAX_SAMPLES);
	const sides = directions.map((direction) => {
		const graph = totalGraph(shown.history, direction, Math.max(0, cells), PANEL_GRAPH_LINES);
		const most = Math.round(graph.peak);
		const limit = limitOf(shown, direction);
		const peak = isFull ? `peak ${bytes(most)}/s` : `/ ${shortBytes(most).padStart(SHORT_RATE_CELLS)}`;
		const limited = isFull ? headerText.of(`${bytes(limit)}/s`) : headerText.atMost(shortBytes(limit));
		return {
			direction,
			lines: graph.lines,
			texts: [
				isFull ? fullRate(shown, direction) : shortRate(shown, direction),
				{ text: limit > 0 ? limited : peak, token: 'faint' },
			],
		} as const;
	});
	return Array.from({ length: PANEL_GRAPH_LINES }, (_, line) => {
		const segments = sides.flatMap(({ direction, lines, texts }, side): readonly Segment[] => {
			const { text = '', token } = texts[line] ?? {};
			const start = side === 0 ? '' : gap.text;
			const graph = fit(lines[line] ?? '', half - textCells - 1);
			return [
				{ text: `${start}${fit(text, textCells)} `, token },
				{ text: graph, token: direction },
			];
		});
		return composeLine(theme, columns, segments);
	});
}

/** Returns a graph of the rate of all downloads in the last minutes, and the greatest rate in it. */
function totalGraph(history: State['history'], direction: Direction, cells: number, height: number) {
	const { values, peak } = condense(totalRates(history, direction), history.seconds, cells, MAX_SAMPLES);
	return { lines: drawGraph(values, scaleTop(scalePeak(values)), { cells, height }), peak };
}

function rateOf({ connection, totals }: Shown, direction: Direction): { rate: number; token: Token } {
	const rate = direction === 'down' ? totals.speedDown : totals.speedUp;
	// The rates of the last response are outdated after a failure.
	return { rate, token: connection.failure === undefined && rate > 0 ? direction : 'faint' };
}

function shortRate(shown: Shown, direction: Direction): Segment {
	const { rate, token } = rateOf(shown, direction);
	return { text: `${signs[direction]} ${shortBytes(rate).padStart(SHORT_RATE_CELLS)}`, token };
}

/** Returns the limit in effect, bytes per second; 0 if there is none or it is unknown. */
function limitOf({ limits }: Shown, direction: Direction): number {
	return (direction === 'down' ? limits?.active.download : limits?.active.upload) ?? 0;
}

function limitSegments(shown: Shown, direction: Direction): Segment[] {
	const limit = limitOf(shown, direction);
	return limit > 0 ? [{ text: ` ${headerText.of(shortBytes(limit))}`, token: 'faint' }] : [];
}

function alternativeSegments({ limits, columns }: Shown): Segment[] {
	if (limits?.active.set !== 'alternative') return [];
	const { alternative, shortAlternative } = headerText;
	return [{ text: ` ${columns < MIN_FULL_COLUMNS ? shortAlternative : alternative}`, token: 'busy' }];
}

function fullRate(shown: Shown, direction: Direction): Segment {
	const { rate, token } = rateOf(shown, direction);
	return { text: `${signs[direction]} ${bytes(rate)}/s`, token };
}

export const headerText = {
	/** A service that answers. */
	connected: (address: string) => `● ${address}`,
	silent: (time: string) => `no answer for ${time}`,
	free: (space: string) => `${space} free`,
	/** The limit of a rate before it. */
	of: (limit: string) => `of ${limit}`,
	atMost: (limit: string) => `≤ ${limit}`,
	/** Shown while the alternative limits apply. */
	alternative: 'alternative limits',
	shortAlternative: 'alt',
} as const;
/** Time without an answer after which the header shows it, ms. Requests to a slow service take several seconds. */
const SILENT_MS = 10_000;

function isSilent({ connection: { answeredAt }, now }: Pick<State, 'connection' | 'now'>): boolean {
	return answeredAt !== undefined && now - answeredAt >= SILENT_MS;
}

interface Status {
	readonly sign: '●' | '○' | '✗';
	readonly token: Token;
	/** Empty if the service answers. */
	readonly words: string;
}

/**
 * Returns the name and the address with the state of the connection before them, and in words after them if it is not
 * usual. `isShort`: without the address.
 */
function sourceSegments(
	shown: Pick<Shown, 'connection' | 'now' | 'pending' | 'name'>,
	isShort = false,
): Segment[] {
	const { name } = shown;
	const { sign, token, words } = statusOf(shown);
	const address = shortAddress(shown.connection.url);
	const pending = shown.pending > 0 ? ` … ${shown.pending} pending` : '';
	return [
		{ text: sign, token },
		...(name === '' ? [] : [{ text: ` ${sanitize(name, 64)}`, token: 'heading' as const }]),
		...(isShort ? [] : [{ text: ` ${address}` }]),
		...(words === '' ? [] : [{ text: ` ${words}`, token }]),
		...(pending === '' ? [] : [{ text: pending, token: 'busy' as const }]),
	];
}

function statusOf({ connection, now }: Pick<State, 'connection' | 'now'>): Status {
	const waiting = (words: string): Status => ({ sign: '○', token: 'busy', words });
	const failed = (words: string): Status => ({ sign: '✗', token: 'bad', words });
	const { failure, answeredAt, core } = connection;
	if (failure) {
		const since = answeredAt === undefined ? '' : `, data ${age((now - answeredAt) / 1000)} old`;
		return failed(`${serviceTroubles[failure.kind] ?? servicesText.failing}${since}`);
	}
	if (answeredAt === undefined) return waiting('connecting');
	if (core?.state === 'EXCEPTION') return failed(`EXCEPTION ${oneLine(core.last_exception ?? '', 80)}`);
	if (core && core.state !== 'STARTED') {
		const { state, readable_state: text } = core;
		return waiting(`${sanitize(state, 20)}${text === '' ? '' : ` ${oneLine(text, 80)}`}`);
	}
	if (isSilent({ connection, now })) return waiting(headerText.silent(age((now - answeredAt) / 1000)));
	return { sign: '●', token: 'good', words: '' };
}

/** Returns the free disk space for a header of one line; nothing where it is unknown. */
function freeSegments({ freeSpace, diskSize }: State['connection'], columns: number): Segment[] {
	if (freeSpace === undefined) return [];
	const text: Segment = { text: `  ${headerText.free(bytes(freeSpace))}`, token: spaceToken(freeSpace) };
	if (columns < MIN_LINE_BAR_COLUMNS) return [text];
	return [text, ...spaceBar(freeSpace, diskSize, LINE_SPACE_BAR_CELLS)];
}

/** Returns the free disk space for the border, the longest form first. */
function spaceForms({ freeSpace, diskSize }: State['connection']): readonly (readonly Segment[])[] {
	if (freeSpace === undefined) return [];
	const free: Segment = { text: headerText.free(bytes(freeSpace)), token: spaceToken(freeSpace) };
	const bar = spaceBar(freeSpace, diskSize, SPACE_BAR_CELLS);
	const size: Segment[] = diskSize === undefined ? [] : [{ text: ` of ${bytes(diskSize)}`, token: 'faint' }];
	return [[free, ...size, ...bar], [free, ...bar], [free]];
}

function spaceToken(freeSpace: number): Token {
	return freeSpace < LOW_FREE_BYTES ? 'bad' : 'faint';
}

/** Returns a bar of the used space after a blank; nothing where the size of the disk is unknown. */
function spaceBar(free: number, size: number | undefined, cells: number): Segment[] {
	if (size === undefined || !(size > 0)) return [];
	const used = Math.max(0, Math.min(cells, Math.round((1 - free / size) * cells)));
	return [
		{ text: ` ${'▓'.repeat(used)}`, token: free < LOW_FREE_BYTES ? 'bad' : 'gauge' },
		{ text: '░'.repeat(cells - used), token: 'track' },
	];
}
