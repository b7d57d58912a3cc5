import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { figures } from '../figures.ts';
import type { ListCost } from '../list.ts';
import type { Measured } from '../measure/subject.ts';
import { MAIN_COUNT } from '../options.ts';
import { type Finding, findingCells } from './finding.ts';
import { machineLine } from './machine.ts';
import { type Results, writtenDocuments } from './results.ts';
import { growth, ratioTo, shown, targetOf, verdict } from './tables.ts';

const section = /(<!-- bench -->\n)[\s\S]*?(<!-- \/bench -->)/;

/**
 * Writes the results between the marks of docs/benchmarks.md. Writes the small table of README.md if the cockpit and
 * peers were measured. Throws when a document has no marks.
 */
export function writeDocuments(root: string, results: Results): void {
	writeSection(join(root, writtenDocuments.full), sectionOf(results));
	const summary = summaryOf(results);
	if (summary.length > 0) writeSection(join(root, writtenDocuments.small), summary);
}

function writeSection(path: string, lines: readonly string[]): void {
	const text = readFileSync(path, 'utf8');
	if (!section.test(text)) throw new Error(`${path} has no marks for the results`);
	writeFileSync(
		path,
		text.replace(section, (_, begin, end) => `${begin}\n${lines.join('\n')}\n\n${end}`),
	);
}

/** Figures of the small table, by id. */
const SUMMARY_FIGURES = ['key-p50', 'key-p99', 'scroll-p99', 'key-bytes', 'idle-cpu', 'listed', 'rss'];

/** Returns the cockpit beside its peers, for the README. Empty if either was not measured. */
function summaryOf({ machine, measured, peers, throughput }: Results): string[] {
	const others = peers.filter(({ downloads }) => downloads === MAIN_COUNT);
	const cockpit = measured.find(
		({ subject, downloads }) => subject === 'cockpit' && downloads === MAIN_COUNT,
	);
	if (!cockpit || others.length === 0) return [];
	const all = [cockpit, ...others];
	const rows = figures
		.filter(({ id }) => SUMMARY_FIGURES.includes(id))
		.map((figure) => [figure.title, ...all.map((one) => shown(figure, figure.read(one)))]);
	const heading = [`${number(MAIN_COUNT)} downloads`, 'seedtop', ...others.map(({ subject }) => subject)];
	const transfers = throughput.findings
		.slice(0, 2)
		.map(({ title, value, unit, digits }) => `${title} ${shown({ unit, digits }, value)}`);
	return [
		...markdown(heading, rows),
		'',
		...(transfers.length > 0 ? [`Transfer of 1,000 MiB on loopback: ${transfers.join(', ')}.`] : []),
		`Measured ${machineLine(machine)}.`,
	];
}

function sectionOf({
	machine,
	harness,
	list,
	measured,
	files,
	peers,
	absent,
	scale,
	throughput,
	debug,
	log,
	overlay,
	market,
}: Results): string[] {
	const lines = [`Last run: ${machineLine(machine)}.`];
	if (harness)
		lines.push(
			`Every time includes ${harness.echoP50.toFixed(1)} ms for the harness and the kernel, measured with an echo.`,
		);
	const counts = [...new Set(measured.map(({ downloads }) => downloads))].sort((a, b) => a - b);
	if (counts.includes(MAIN_COUNT)) lines.push('', ...targets(measured));
	if (counts.length > 1) lines.push('', ...byCount(measured, counts));
	if (list.length > 0) lines.push('', ...listTable(list));
	for (const { title, findings } of files) lines.push('', ...findingsTable(title, findings));
	if (peers.length > 0) lines.push('', ...peerTables(peers));
	if (scale.length > 0) lines.push('', ...findingsTable('`seedtop serve` with many downloads', scale));
	if (throughput.findings.length > 0)
		lines.push('', ...findingsTable('throughput, 1,000 MiB in 9 files on loopback', throughput.findings));
	if (debug.length > 0)
		lines.push('', ...findingsTable('`seedtop serve` while it is debugged, 1,000 downloads', debug));
	if (log.length > 0) lines.push('', ...findingsTable('the log in the debug pane, 1,000,000 lines', log));
	if (overlay.length > 0) lines.push('', ...findingsTable('services connected by the overlay', overlay));
	if (market.length > 0)
		lines.push(
			'',
			...findingsTable('the order book in the market pane, 10,000 ticks, 100 events a second', market),
		);
	const missing = [...absent, ...throughput.absent];
	if (missing.length > 0) lines.push('', `Not measured: ${missing.join('; ')}.`);
	return lines;
}

/** Returns the cockpit beside the floor, with the number of downloads that the targets apply to. */
function targets(measured: readonly Measured[]): string[] {
	const of = (subject: string) =>
		measured.find((one) => one.subject === subject && one.downloads === MAIN_COUNT);
	const [cockpit, floor] = [of('cockpit'), of('floor')];
	if (!cockpit || !floor) return [];
	const rows = figures.map((figure) => {
		const [value, bound] = [figure.read(cockpit), figure.read(floor)];
		return [
			figure.title,
			shown(figure, value),
			shown(figure, bound),
			ratioTo(value, bound),
			figure.target === undefined ? '' : targetOf(figure),
			verdict(figure, value, bound),
		];
	});
	const grown = growth(measured).map((one) => [
		one.title,
		shown(one, one.cockpit),
		shown(one, one.floor),
		'',
		shown(one, one.target),
		one.cockpit > one.target ? 'over' : 'ok',
	]);
	const heading = [`${number(MAIN_COUNT)} downloads`, 'cockpit', 'floor', '× floor', 'target', ''];
	return markdown(heading, [...rows, ...grown]);
}

/** Returns the figures of the cockpit by number of downloads. */
function byCount(measured: readonly Measured[], counts: readonly number[]): string[] {
	const all = counts.flatMap((count) => {
		const found = measured.find(({ subject, downloads }) => subject === 'cockpit' && downloads === count);
		return found ? [found] : [];
	});
	return tableOf('the cockpit with', all, ({ downloads }) => number(downloads));
}

/** Returns the cost of reading a list. 'block' is how long the event loop, and so a key, waits. */
function listTable(list: readonly ListCost[]): string[] {
	const ms = (value: number) => `${value.toFixed(1)} ms`;
	const rows = list.map((one) => [
		one.name,
		ms(one.total),
		ms(one.cpu),
		ms(one.block),
		ms(one.longest),
		one.parses.toFixed(2),
	]);
	return markdown(['a list of 10,000', 'total', 'CPU', 'block', 'longest block', '× JSON.parse'], rows);
}

function peerTables(peers: readonly Measured[]): string[] {
	const counts = [...new Set(peers.map(({ downloads }) => downloads))];
	return counts.flatMap((count) => {
		const some = peers.filter(({ downloads }) => downloads === count);
		return [
			...tableOf(`peers, ${number(count)} torrents, unchanging list`, some, ({ subject }) => subject),
			'',
		];
	});
}

function findingsTable(title: string, findings: readonly Finding[]): string[] {
	return markdown([title, '', 'target', ''], findings.map(findingCells));
}

/** Returns a column for each program and a row for each figure that one of them has. */
function tableOf(title: string, all: readonly Measured[], name: (one: Measured) => string): string[] {
	const rows = figures
		.filter((figure) => all.some((one) => Number.isFinite(figure.read(one))))
		.map((figure) => [figure.title, ...all.map((one) => shown(figure, figure.read(one)))]);
	return markdown([title, ...all.map(name)], rows);
}

function markdown(heading: readonly string[], rows: readonly (readonly string[])[]): string[] {
	const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
	return [
		line(heading),
		`|${heading.map((_, column) => (column === 0 ? '---|' : '--:|')).join('')}`,
		...rows.map(line),
	];
}

function number(count: number): string {
	return count.toLocaleString('en');
}
