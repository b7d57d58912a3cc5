import { fit, width as widthOf } from '../../../../../format/cells.ts';
import { graphemes } from '../../../../../format/graphemes.ts';
import { severityNames } from '../../../../../format/log-line.ts';
import { sanitize } from '../../../../../format/sanitize.ts';
import { wrapWhole } from '../../../../../format/wrap-whole.ts';
import type { State } from '../../../../../state/core/state.ts';
import { composeLine, type Segment } from '../../../../components/compose-line.ts';
import { withMatches } from '../../../../components/match-runs.ts';
import { scrollTo } from '../../../../components/scroll-to.ts';
import { staleSegments } from '../../../../sections/sampled-text.ts';
import type { PaneProps } from '../../../../surfaces/pane.ts';
import { Canvas } from '../../../../terminal/canvas.tsx';
import { useMemory } from '../../../../terminal/expand.ts';
import type { Target } from '../../../../terminal/targets.ts';
import { style, type Theme, type Token } from '../../../../theme/theme.ts';
import { cursorOf } from './cursor.ts';
import { countLines, lineAt, lineText, positionOf, severityOf } from './lines.ts';
import { hasEarlier, type LogSlice, log } from './slice.ts';

export const logStatusText = { following: 'following', stopped: 'stopped, F follows' } as const;

/** Maximum characters of a line that are shown. A file has all of them. */
const MAX_SHOWN_LENGTH = 16 * 1024;

const tokens: readonly Token[] = ['normal', 'faint', 'normal', 'warning', 'bad'];

/** Returns a line as it is shown. */
function shownText(slice: LogSlice, line: number): string {
	return sanitize(lineText(slice.lines, line), MAX_SHOWN_LENGTH);
}

/** Returns what the section shows, as words: 'core, following, warning and worse'. */
export function statusWords(slice: LogSlice): string {
	const { process, cursor, least, search, seek, note, lines } = slice;
	const count = `${(lines.end - lines.first).toLocaleString('en')} lines`;
	return [
		process === 'core' ? 'service' : 'cockpit',
		cursor === undefined ? logStatusText.following : logStatusText.stopped,
		...(least === 0 ? [] : [`${severityNames[least]}${least < 4 ? ' and worse' : ''}`]),
		...(search === '' ? [] : [`'${sanitize(search, 40)}'`]),
		...(seek ? [`searching ${count}…`] : []),
		...(note === '' ? [] : [note]),
	].join(' · ');
}

/** Returns the lines above the log: its status, and the age of stale lines. */
function statusLine(state: State, slice: LogSlice): readonly Segment[] {
	const [stale] = staleSegments(slice, state.now);
	return [...(stale ? [...stale, { text: '  ' }] : []), { text: statusWords(slice), token: 'heading' }];
}

/** Returns the place of the cursor: '12 of 2,000'; with '+' if earlier lines are not loaded. */
function placeText(slice: LogSlice): string {
	const count = countLines(slice.lines, slice.least);
	if (count === 0) return '';
	return `${cursorOf(slice) + 1} of ${count}${hasEarlier(slice) ? '+' : ''}`;
}

/** Returns the text from a cell on. */
function fromCell(text: string, cells: number): string {
	if (cells === 0) return text;
	let [index, passed] = [0, 0];
	for (const cluster of graphemes(text)) {
		if (passed >= cells) break;
		passed += widthOf(cluster);
		index += cluster.length;
	}
	return text.slice(index);
}

/** Returns the rows of a line on the screen. */
function rowsOf(slice: LogSlice, line: number, width: number, most: number): readonly string[] {
	const text = shownText(slice, line);
	if (!slice.wraps) return [fromCell(text, slice.shift)];
	return wrapWhole(text, width).slice(0, most);
}

interface ShownRow {
	readonly line: number;
	readonly position: number;
	readonly text: string;
}

/** Returns the visible rows. `top`: position of the first visible line. */
function visibleRows(slice: LogSlice, top: number, width: number, height: number): readonly ShownRow[] {
	const { lines, least } = slice;
	const cursor = cursorOf(slice);
	const count = countLines(lines, least);
	const rows: ShownRow[] = [];
	for (let position = top; position < count && (rows.length < height || position <= cursor); position++) {
		const line = lineAt(lines, position, least);
		if (line === undefined) break;
		for (const text of rowsOf(slice, line, width, height)) rows.push({ line, position, text });
	}
	if (rows.length <= height) return rows;
	// Wrapped lines before the cursor leave the screen first.
	const end = rows.findLastIndex(({ position }) => position === cursor) + 1;
	const first = Math.max(0, end - height);
	return rows.slice(first, first + height);
}

function drawLogRow(
	slice: LogSlice,
	row: ShownRow,
	isCursor: boolean,
	theme: Theme,
	width: number,
	isStale: boolean,
): string {
	const text = fit(row.text, width);
	const usual: Token = isStale ? 'faint' : (tokens[severityOf(slice.lines, row.line)] ?? 'normal');
	const token = isCursor ? 'cursor' : usual;
	return slice.search === ''
		? style(theme, token, text)
		: withMatches(text, [slice.search.toLowerCase()], theme, token);
}

/** The lines of a log below its status. */
export function LogBody({ state, theme, width, height }: PaneProps) {
	const slice = log.of(state);
	const { lines, least } = slice;
	/** Number of the first visible line. Positions change when earlier lines arrive. */
	const top = useMemory(() => ({ line: lines.first }));
	const room = Math.max(0, height - 1);
	const cursor = cursorOf(slice);
	const before = positionOf(lines, top.line, least);
	const position = scrollTo(before, cursor, countLines(lines, least), room);
	top.line = lineAt(lines, position, least) ?? lines.first;
	const rows = visibleRows(slice, position, width, room);
	const isStale = slice.failure !== undefined;
	const place: Segment[] = [{ text: ` ${placeText(slice)}`, token: 'heading' }];
	const drawn = rows.map((row) => drawLogRow(slice, row, row.position === cursor, theme, width, isStale));
	const targetAt = (_: number, line: number): Target => {
		const row = rows[line - 1];
		if (!row) return { kind: 'place', part: 'list' };
		return { kind: 'row', part: 'list', key: String(row.line), index: row.position };
	};
	return (
		<Canvas
			width={width}
			height={height}
			lines={[composeLine(theme, width, statusLine(state, slice), place), ...drawn]}
			targetAt={targetAt}
		/>
	);
}

/** A line of the log, as it is spoken. */
export interface LogRow {
	readonly line: number;
	readonly text: string;
}

/** Returns the visible lines as rows, each made when it is read. */
export function rowsOfLog(slice: LogSlice): Pick<readonly LogRow[], 'length' | 'at'> {
	const { lines, least } = slice;
	return {
		length: countLines(lines, least),
		at: (position) => {
			const line = lineAt(lines, position, least);
			return line === undefined ? undefined : { line, text: shownText(slice, line) };
		},
	};
}
