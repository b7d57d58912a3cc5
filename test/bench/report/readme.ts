import { readFileSync, writeFileSync } from 'node:fs';
import { figures } from '../figures.ts';
import type { ListCost } from '../list.ts';
import type { Measured } from '../measure/subject.ts';
import { mainCount } from '../options.ts';
import { type Finding, findingCells } from './finding.ts';
import { machineLine } from './machine.ts';
import type { Results } from './results.ts';
import { growth, ratioTo, shown, targetOf, verdict } from './tables.ts';

const section = /(<!-- bench -->\n)[\s\S]*?(<!-- \/bench -->)/;

/** Puts the results between the marks of the README. Throws when they are not there. */
export function writeReadme(path: string, results: Results): void {
	const text = readFileSync(path, 'utf8');
	if (!section.test(text)) throw new Error(`${path} has no place for the results`);
	const written = sectionOf(results).join('\n');
	writeFileSync(
		path,
		text.replace(section, (_, begin, end) => `${begin}\n${written}\n\n${end}`),
	);
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
}: Results): string[] {
	const lines = [`The last run: ${machineLine(machine)}.`];
	if (harness)
		lines.push(
			`Of every time, ${harness.echoP50.toFixed(1)} ms are the harness and the kernel: so long takes an echo.`,
		);
	const counts = [...new Set(measured.map(({ downloads }) => downloads))].sort((a, b) => a - b);
	if (counts.includes(mainCount)) lines.push('', ...targets(measured));
	if (counts.length > 1) lines.push('', ...byCount(measured, counts));
	if (list.length > 0) lines.push('', ...listTable(list));
	for (const { title, findings } of files) lines.push('', ...findingsTable(title, findings));
	if (peers.length > 0) lines.push('', ...peerTables(peers));
	if (scale.length > 0) lines.push('', ...findingsTable('`seedtop serve` with many downloads', scale));
	if (throughput.findings.length > 0)
		lines.push('', ...findingsTable('throughput, 1,000 MiB in 9 files on loopback', throughput.findings));
	const missing = [...absent, ...throughput.absent];
	if (missing.length > 0) lines.push('', `Not measured: ${missing.join('; ')}.`);
	return lines;
}

/** The cockpit with the list that the targets are about. */
function targets(measured: readonly Measured[]): string[] {
	const of = (subject: string) =>
		measured.find((one) => one.subject === subject && one.downloads === mainCount);
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
	const heading = [`${number(mainCount)} downloads`, 'cockpit', 'floor', '× floor', 'at most', ''];
	return markdown(heading, [...rows, ...grown]);
}

/** How the cockpit's figures grow with the list. */
function byCount(measured: readonly Measured[], counts: readonly number[]): string[] {
	const all = counts.flatMap((count) => {
		const found = measured.find(({ subject, downloads }) => subject === 'cockpit' && downloads === count);
		return found ? [found] : [];
	});
	return tableOf('the cockpit with', all, ({ downloads }) => number(downloads));
}

/** What reading a list costs: 'block' is how long keys wait. */
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
			...tableOf(`peers, ${number(count)} torrents, nothing changing`, some, ({ subject }) => subject),
			'',
		];
	});
}

function findingsTable(title: string, findings: readonly Finding[]): string[] {
	return markdown([title, '', 'to be', ''], findings.map(findingCells));
}

/** All figures that somebody has, with a column for each. */
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
