/**
 * The floor: a baseline for the cockpit. It shows the same list of the same service, without React, layout or a
 * state: `node floor.mjs URL`. Only the features that the benchmark uses work.
 */
import { Answer } from './answer.ts';
import { blankCells, cellsOf, type Span } from './cells.ts';
import { Connection } from './connection.ts';
import { footerLines, headerLines, LINES_ABOVE, rowLine, titles, visibleRows } from './lines.ts';
import { List } from './list.ts';
import { Output } from './output.ts';
import { Screen } from './screen.ts';
import { Totals } from './totals.ts';

const url = process.argv[2] ?? '';
const host = url.replace('http://', '');
const answer = new Answer();
const list = new List(answer);
const totals = new Totals();
const output = new Output(() => paint());
/** Rows are processed in slices, so that a key waits for one slice at most. */
const SLICE_ROWS = 200;
const POLL_INTERVAL_MS = 1000;

let screen = new Screen(process.stdout.columns, process.stdout.rows);
let shownTop = 0;
let connected = false;
let typing: string | undefined;
/** Number of rows in the totals. */
let counted = 0;

function paint(): void {
	// Paints after the terminal has read the previous frame. Changes until then are in the same frame.
	if (output.isBusy) return;
	const { columns, rows } = process.stdout;
	const visible = visibleRows(rows);
	const top = list.scrollTo(visible);
	const shown = Array.from({ length: visible }, (_, line) => {
		const n = list.order[top + line];
		if (n === undefined) return blankCells(columns);
		return rowLine(answer.download(n), top + line === list.cursor, columns, list.filter);
	});
	const fixed = (spans: readonly Span[][]) => spans.map((line) => cellsOf(line, columns));
	const lines = [
		...fixed([...headerLines(host, connected, totals, answer.count, list, columns), titles(columns)]),
		...shown,
		...fixed(footerLines(list, typing, columns)),
	];
	const distance = top - shownTop;
	shownTop = top;
	const frame = screen.show(lines, { top: LINES_ABOVE, bottom: LINES_ABOVE + visible - 1, distance });
	if (frame !== '') output.write(frame);
}

const connection = new Connection(new URL(url), answer, answered);
let askedAt = 0;

function poll(): void {
	askedAt = performance.now();
	connection.ask();
}

function answered(): void {
	const changed = answer.finish((n, before) => n < counted && totals.remove(before));
	for (const n of changed) if (n < counted) totals.add(answer.download(n));
	connected = true;
	list.refresh(changed.length);
	paint();
	if (answer.isFresh) {
		totals.clear();
		counted = 0;
		lookAtAll();
	}
	setTimeout(poll, Math.max(0, POLL_INTERVAL_MS - (performance.now() - askedAt)));
}

/** Sums up the list once, between keys. */
function lookAtAll(): void {
	const to = Math.min(answer.count, counted + SLICE_ROWS);
	while (counted < to) totals.add(answer.download(counted++));
	if (counted < answer.count) setImmediate(lookAtAll);
	else paint();
}

const actions: Readonly<Record<string, () => void>> = {
	'\x1b[A': () => list.move(-1),
	'\x1b[B': () => list.move(1),
	'\x1b[5~': () => list.move(-visibleRows(process.stdout.rows)),
	'\x1b[6~': () => list.move(visibleRows(process.stdout.rows)),
	'\x1b[H': () => list.move(-list.order.length),
	'\x1b[F': () => list.move(list.order.length),
	'\x1b[0n': () => output.answered(),
	o: () => list.sortByNext(),
	'/': () => {
		typing = '';
	},
	q: leave,
};

function handle(key: string): void {
	if (typing === undefined || key.length > 1) actions[key]?.();
	else {
		if (key === '\x1b') typing = undefined;
		else typing = key === '\x7f' ? typing.slice(0, -1) : typing + key;
		list.setFilter(typing ?? '');
	}
}

function leave(): void {
	process.stdin.setRawMode(false);
	process.stdout.write('\x1b[r\x1b[?7h\x1b[?25h\x1b[?1049l');
	output.close();
	process.exit();
}

process.stdin.setRawMode(true);
process.stdout.write('\x1b[?1049h\x1b[2J\x1b[?25l\x1b[?7l');
process.stdin.setEncoding('latin1');
process.stdin.on('data', (text) => {
	for (const [key] of String(text).matchAll(/\x1b\[[0-?]*[@-~]|[\s\S]/g)) handle(key);
	paint();
});
process.stdout.on('resize', () => {
	process.stdout.write('\x1b[r\x1b[m\x1b[2J');
	screen = new Screen(process.stdout.columns, process.stdout.rows);
	paint();
});
process.on('SIGHUP', () => process.exit());
process.on('SIGTERM', leave);
paint();
poll();
