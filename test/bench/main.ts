/**
 * All benchmarks, on loopback, from outside: `npm run bench`, `npm run bench -- --help`. Programs run on a terminal
 * of the harness; what they write is recorded with its times and looked at afterwards. What each figure means stands
 * in `figures.ts` and beside what measures it.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type HarnessResult, measureHarness } from './harness.ts';
import { type Measured, measureSubject, slowLink } from './measure/subject.ts';
import { effortFor, type Options, readOptions, usage } from './options.ts';
import { buildPrograms, type Programs, Service } from './programs.ts';
import { type Machine, machineLine, thisMachine } from './report/machine.ts';
import { compare, growthTable } from './report/tables.ts';
import { cockpit, floor } from './subjects.ts';

/** Everything that a run found, as `--json` writes it. */
export interface Results {
	readonly machine: Machine;
	readonly harness: HarnessResult | undefined;
	readonly measured: readonly Measured[];
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const say = (...lines: readonly string[]) => process.stdout.write(`${lines.join('\n')}\n`);

async function run(options: Options): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), 'seedtop-bench-'));
	try {
		const machine = thisMachine(root);
		say(machineLine(machine), '');
		const programs = await buildPrograms(folder);
		const harness = options.parts.includes('harness') ? await harnessPart(folder) : undefined;
		if (options.parts.includes('list')) await listPart();
		const measured: Measured[] = [];
		for (const downloads of options.downloads)
			measured.push(...(await withService(programs, folder, downloads, options)));
		const grown = growthTable(measured);
		if (grown.length > 0) say('', ...grown);
		const results: Results = { machine, harness, measured };
		if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(results, undefined, '\t')}\n`);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

async function harnessPart(folder: string): Promise<HarnessResult> {
	const result = await measureHarness(folder, slowLink);
	const { echoP50, echoP99, held, carried } = result;
	say(
		`the harness by itself: a key echoed by cat after ${echoP50.toFixed(2)} ms (p50), ${echoP99.toFixed(2)} ms (p99),`,
		`which every time below contains; slow link ${carried.toFixed(0)} B/s, the kernel holds ${held} B before it`,
		'',
	);
	return result;
}

/** What a list of 10,000 costs the client, in a process of its own: it watches its event loop. */
async function listPart(): Promise<void> {
	const program = fileURLToPath(new URL('./list.ts', import.meta.url));
	const child = spawn(process.execPath, ['--import', 'tsx', program], { cwd: root, stdio: 'inherit' });
	const code = await new Promise((resolve) => child.once('exit', resolve));
	if (code !== 0) throw new Error(`the measurement of the list ended with ${code}`);
	say('');
}

/** The cockpit and its floor with so many downloads. */
async function withService(
	programs: Programs,
	folder: string,
	downloads: number,
	{ parts, terminal, quick, program }: Options,
): Promise<Measured[]> {
	const wanted = [cockpit, floor].filter(({ name }) => parts.some((part) => part === name));
	if (wanted.length === 0) return [];
	const service = await Service.start(programs.service, downloads);
	try {
		const effort = effortFor(downloads, quick);
		const sentAfter = (moment: number) => service.firstSentAfter(moment);
		const home = mkdtempSync(join(folder, 'home-'));
		const setting = { downloads, terminal, effort, folder: home, sentAfter };
		const measured: Measured[] = [];
		for (const subject of wanted) {
			const bundle = subject === cockpit ? program : programs.floor;
			if (!existsSync(bundle)) throw new Error(`${bundle} is not there: npm run build`);
			measured.push(await measureSubject(subject(bundle, service.url, setting), setting));
		}
		say(...compare(measured), '');
		return measured;
	} finally {
		await service.stop();
	}
}

const argv = process.argv.slice(2);
if (argv.includes('--help')) say(usage);
else {
	try {
		await run(readOptions(argv, join(root, 'dist/cli.js')));
	} catch (error) {
		process.stderr.write(`bench: ${error instanceof Error ? error.message : String(error)}\n`);
		process.exitCode = 1;
	}
}
