/**
 * All benchmarks, on loopback, from outside: `npm run bench`, `npm run bench -- --help`. Programs run on a terminal
 * of the harness. Their output is recorded with its times and read afterwards. `figures.ts` and the measuring
 * functions describe each figure.
 */
import { fork } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { measureDebug } from './debug/measure-debug.ts';
import { measureLog } from './debug/measure-log.ts';
import { type FilesFound, measureFiles } from './files/measure-files.ts';
import { type HarnessResult, measureHarness } from './harness.ts';
import { measureLimits } from './limits/measure-limits.ts';
import type { ListCost } from './list.ts';
import { measureLists } from './lists/measure-lists.ts';
import { measureMarket } from './market/measure-market.ts';
import { measureInRounds } from './measure/rounds.ts';
import { type Measured, SLOW_LINK_RATE } from './measure/subject.ts';
import { type Moved, measureMove } from './move/measure-move.ts';
import { effortFor, type Options, readOptions, roundsFor, usage } from './options.ts';
import { measureOverlay } from './overlay/measure-overlay.ts';
import { absentPeers, measurePeers } from './peers/measure-peers.ts';
import { buildPrograms, type Programs, Service } from './programs.ts';
import { writeDocuments } from './report/documents.ts';
import { type Finding, findingCells, verdictOf } from './report/finding.ts';
import { machineLine, thisMachine } from './report/machine.ts';

import type { Results } from './report/results.ts';
import { compare, growthTable, table } from './report/tables.ts';
import { measureScale } from './scale/measure-scale.ts';
import { cockpit, floor } from './subjects.ts';
import { measureThroughput, type Throughput } from './throughput/measure-throughput.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const print = (...lines: readonly string[]) => process.stdout.write(`${lines.join('\n')}\n`);

async function run(options: Options): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), 'seedtop-bench-'));
	try {
		const machine = thisMachine(root);
		print(machineLine(machine), '');
		const programs = await buildPrograms(folder);
		const harness = options.parts.includes('harness') ? await harnessPart(folder) : undefined;
		const list = options.parts.includes('list') ? await listPart() : [];
		const measured: Measured[] = [];
		for (const downloads of options.downloads)
			measured.push(...(await withService(programs, folder, downloads, options)));
		const grown = growthTable(measured);
		if (grown.length > 0) print('', ...grown);
		const files = options.parts.includes('files') ? await filesPart(programs, folder, options) : [];
		const peers = options.parts.includes('peers') ? await peersPart(folder, options) : NO_PEERS;
		const scale = options.parts.includes('service-scale') ? await scalePart(folder, options) : [];
		const lists = options.parts.includes('lists') ? await listsPart(folder, options) : [];
		const throughput = options.parts.includes('throughput')
			? await throughputPart(folder, options)
			: noTransfer;
		const debug = options.parts.includes('debug') ? await debugPart(folder, options) : [];
		const log = options.parts.includes('log') ? await logPart(folder, options) : [];
		const overlay = options.parts.includes('overlay') ? await overlayPart(programs, folder, options) : [];
		const market = options.parts.includes('market') ? await marketPart(folder, options) : [];
		const limits = options.parts.includes('limits') ? await limitsPart(folder, options) : [];
		const move = options.parts.includes('move') ? await movePart(folder, options) : noMove;
		const results: Results = {
			machine,
			harness,
			list,
			measured,
			files,
			...peers,
			scale,
			lists,
			throughput,
			debug,
			log,
			overlay,
			market,
			limits,
			move,
		};
		if (options.write) writeDocuments(root, results);
		if (options.json !== undefined)
			writeFileSync(options.json, `${JSON.stringify(results, undefined, '\t')}\n`);
		const missed = [...limits, ...move.findings].filter(
			(finding) => !['', 'ok'].includes(verdictOf(finding)),
		);
		if (missed.length > 0) throw new Error(`missed: ${missed.map(({ title }) => title).join('; ')}`);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

async function harnessPart(folder: string): Promise<HarnessResult> {
	const result = await measureHarness(folder, SLOW_LINK_RATE);
	const { echoP50, echoP99, held, carried } = result;
	print(
		`the harness by itself: a key echoed by cat after ${echoP50.toFixed(2)} ms (p50), ${echoP99.toFixed(2)} ms (p99),`,
		`which every time below contains; slow link ${carried.toFixed(0)} B/s, the kernel holds ${held} B before it`,
		'',
	);
	return result;
}

async function filesPart(
	programs: Programs,
	folder: string,
	{ program, terminal, quick }: Options,
): Promise<FilesFound[]> {
	const found = await measureFiles({ folder, program, programs, terminal, quick });
	for (const { title, findings } of found) print('', title, ...table(findings.map(findingCells)));
	return found;
}

type Peers = Pick<Results, 'peers' | 'absent'>;
const NO_PEERS: Peers = { peers: [], absent: [] };

/** Measures the same for the installed peers. Their lists do not change, because there is no source to load from. */
async function peersPart(folder: string, { terminal, quick }: Options): Promise<Peers> {
	const absent = absentPeers();
	const peers: Measured[] = [];
	for (const count of quick ? [1_000] : [1_000, 10_000]) {
		const failed = (line: string) => absent.push(line);
		const measured = await measurePeers(folder, count, terminal, failed);
		peers.push(...measured);
		print('', ...compare(measured, 'peers, nothing changing'));
	}
	print('', ...absent);
	return { peers, absent };
}

async function scalePart(folder: string, { program, quick, full }: Options): Promise<Finding[]> {
	const found = await measureScale({ folder, program, quick, full });
	print('', 'seedtop serve with many downloads', ...table(found.map(findingCells)));
	return found;
}

async function listsPart(folder: string, { program, terminal, quick }: Options): Promise<Finding[]> {
	const found = await measureLists({ folder, program, terminal, quick });
	print('', 'the list of seedtop serve with a cockpit', ...table(found.map(findingCells)));
	return found;
}

const noTransfer: Throughput = { findings: [], absent: [] };

async function throughputPart(folder: string, { program, quick }: Options): Promise<Throughput> {
	const found = await measureThroughput({ folder, program, quick });
	print('', 'throughput on loopback', ...table(found.findings.map(findingCells)), ...found.absent);
	return found;
}

async function debugPart(folder: string, { program, quick }: Options): Promise<Finding[]> {
	const found = await measureDebug({ folder, program, quick });
	print('', 'seedtop serve while it is debugged', ...table(found.map(findingCells)));
	return found;
}

async function logPart(folder: string, { program, terminal, quick }: Options): Promise<Finding[]> {
	const found = await measureLog({ folder, program, terminal, quick });
	print('', 'the log in the debug pane', ...table(found.map(findingCells)));
	return found;
}

async function overlayPart(
	{ overlayNode }: Programs,
	folder: string,
	{ program, quick }: Options,
): Promise<Finding[]> {
	const found = await measureOverlay({ folder, program, node: overlayNode, quick });
	print('', 'seedtop serve without and with the overlay', ...table(found.map(findingCells)));
	return found;
}

async function marketPart(folder: string, { program, terminal, quick }: Options): Promise<Finding[]> {
	const found = await measureMarket({ folder, program, terminal, quick });
	print('', 'the order book in the market pane', ...table(found.map(findingCells)));
	return found;
}

async function limitsPart(folder: string, { program, quick }: Options): Promise<Finding[]> {
	const found = await measureLimits({ folder, program, quick });
	print('', 'rates of 20 torrents with limits', ...table(found.map(findingCells)));
	return found;
}

const noMove: Moved = { findings: [], absent: [] };

async function movePart(folder: string, { program, quick }: Options): Promise<Moved> {
	const found = await measureMove({ folder, program, quick });
	print('', 'move to another file system', ...table(found.findings.map(findingCells)), ...found.absent);
	return found;
}

/**
 * Measures the cost of a list of 10,000 for the client. It runs in a separate process, because it watches its event
 * loop.
 */
async function listPart(): Promise<ListCost[]> {
	const program = fileURLToPath(new URL('./list.ts', import.meta.url));
	const child = fork(program, { cwd: root, execArgv: ['--import', 'tsx'] });
	const costs: ListCost[] = [];
	child.on('message', (message: unknown) => {
		if (Array.isArray(message)) costs.push(...message.filter(isListCost));
	});
	const code = await new Promise((resolve) => child.once('exit', resolve));
	if (code !== 0) throw new Error(`the measurement of the list ended with ${code}`);
	print('');
	return costs;
}

function isListCost(value: unknown): value is ListCost {
	return typeof value === 'object' && value !== null && 'name' in value && 'parses' in value;
}

/** Measures the cockpit and its floor with so many downloads, in alternating rounds against one service. */
async function withService(
	programs: Programs,
	folder: string,
	downloads: number,
	{ parts, terminal, quick, program, rounds }: Options,
): Promise<Measured[]> {
	const programsToMeasure = [cockpit, floor].filter(({ name }) => parts.some((part) => part === name));
	if (programsToMeasure.length === 0) return [];
	const service = await Service.start(programs.service, downloads);
	try {
		const effort = effortFor(downloads, quick);
		const sentAfter = (moment: number) => service.firstSentAfter(moment);
		const home = mkdtempSync(join(folder, 'home-'));
		const setting = { downloads, terminal, effort, folder: home, sentAfter };
		const subjects = programsToMeasure.map((subject) => {
			const bundle = subject === cockpit ? program : programs.floor;
			if (!existsSync(bundle)) throw new Error(`${bundle} is not there: npm run build`);
			return subject(bundle, service.url, setting);
		});
		const measured = await measureInRounds(subjects, setting, rounds ?? roundsFor(downloads, quick));
		print(...compare(measured), '');
		return measured;
	} finally {
		await service.stop();
	}
}

const argv = process.argv.slice(2);
if (argv.includes('--help')) print(usage);
else {
	try {
		await run(readOptions(argv, join(root, 'dist/cli.js')));
	} catch (error) {
		process.stderr.write(`bench: ${error instanceof Error ? error.message : String(error)}\n`);
		process.exitCode = 1;
	}
}
