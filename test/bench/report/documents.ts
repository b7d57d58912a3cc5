import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { figures } from '../figures.ts';
import type { ListCost } from '../list.ts';
import type { Measured } from '../measure/subject.ts';
import { MAIN_COUNT, type Part, parts } from '../options.ts';
import { type Finding, findingCells } from './finding.ts';
import { machineLine } from './machine.ts';
import { type Results, writtenDocuments } from './results.ts';
import { growth, ratioTo, shown, targetOf, verdict } from './tables.ts';

const section = /(<!-- bench -->\n)([\s\S]*?)(<!-- \/bench -->)/;
/** Begins the results of a part in docs/benchmarks.md. They end at the next mark. */
const partMark = /<!-- part: ([a-z-]+) -->/;

/**
 * Writes the results of the measured parts between the marks of docs/benchmarks.md. Results of other parts stay. Writes
 * the small table of README.md if the cockpit and peers were measured. Throws when a document has no marks.
 */
export function writeDocuments(root: string, results: Results): void {
	const measured = resultsByPart(results);
	writeSection(join(root, writtenDocuments.full), (before) => {
		const [, ...known] = before.split(partMark);
		const all = new Map<string, string>();
		for (let index = 0; index < known.length; index += 2)
			all.set(known[index] ?? '', (known[index + 1] ?? '').trim());
		for (const [part, lines] of measured)
			all.set(part, [`Measured ${machineLine(results.machine)}.`, '', ...lines].join('\n'));
		return parts.flatMap((part) => {
			const text = all.get(part);
			return text === undefined ? [] : [`<!-- part: ${part} -->\n\n${text}`];
		});
	});
	const summary = summaryOf(results);
	if (summary.length > 0) writeSection(join(root, writtenDocuments.small), () => [summary.join('\n')]);
}

/** Replaces the paragraphs between the marks. */
function writeSection(path: string, write: (before: string) => readonly string[]): void {
	const text = readFileSync(path, 'utf8');
	if (!section.test(text)) throw new Error(`${path} has no marks for the results`);
	writeFileSync(
		path,
		text.replace(
			section,
			(_, begin: string, before: string, end: string) => `${begin}\n${write(before).join('\n\n')}\n\n${end}`,
		),
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

/** Returns the lines of each measured part. */
function resultsByPart(results: Results): ReadonlyMap<Part, readonly string[]> {
	const { harness, list, measured, files, peers, absent, throughput } = results;
	const counts = [...new Set(measured.map(({ downloads }) => downloads))].sort((a, b) => a - b);
	const missing = (reasons: readonly string[]) =>
		reasons.length > 0 ? [[`Not measured: ${reasons.join('; ')}.`]] : [];
	const found = (title: string, findings: readonly Finding[]) =>
		findings.length > 0 ? [findingsTable(title, findings)] : [];
	const paragraphs: Readonly<Record<Exclude<Part, 'floor'>, readonly (readonly string[])[]>> = {
		harness: harness
			? [
					[
						`Every time includes ${harness.echoP50.toFixed(1)} ms for the harness and the kernel, measured with an echo.`,
					],
				]
			: [],
		list: list.length > 0 ? [listTable(list)] : [],
		cockpit: [
			...(counts.includes(MAIN_COUNT) ? [targets(measured)] : []),
			...(counts.length > 1 ? [byCount(measured, counts)] : []),
		],
		files: files.map(({ title, findings }) => findingsTable(title, findings)),
		peers: [...peerTables(peers), ...missing(absent)],
		'service-scale': found('`seedtop serve` with many downloads', results.scale),
		lists: found(
			'the list of `seedtop serve` with a cockpit, 20 downloads changing each second',
			results.lists,
		),
		throughput: [
			...found('throughput, 1,000 MiB in 9 files on loopback', throughput.findings),
			...missing(throughput.absent),
		],
		debug: found('`seedtop serve` while it is debugged, 1,000 downloads', results.debug),
		log: found('the log in the debug pane, 1,000,000 lines', results.log),
		overlay: found('services connected by the overlay', results.overlay),
		market: found('the order book in the market pane, 10,000 ticks, 100 events a second', results.market),
		limits: found('limits of all downloads: 20 torrents, over 20 s', results.limits),
		move: [
			...found('move of 10 GiB, sparse, to another file system', results.move.findings),
			...missing(results.move.absent),
		],
	};
	return new Map(
		parts.flatMap((part) => {
			const written = (part === 'floor' ? [] : paragraphs[part]).filter(({ length }) => length > 0);
			const lines = written.flatMap((each, index) => (index === 0 ? each : ['', ...each]));
			return lines.length > 0 ? [[part, lines] as const] : [];
		}),
	);
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
			ratioTo(figure, cockpit, floor),
			targetOf(figure),
			verdict(figure, cockpit, floor),
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

function peerTables(peers: readonly Measured[]): string[][] {
	const counts = [...new Set(peers.map(({ downloads }) => downloads))];
	return counts.map((count) =>
		tableOf(
			`peers, ${number(count)} torrents, unchanging list`,
			peers.filter(({ downloads }) => downloads === count),
			({ subject }) => subject,
		),
	);
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
