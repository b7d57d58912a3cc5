import {
	appendFileSync,
	closeSync,
	existsSync,
	mkdtempSync,
	openSync,
	readFileSync,
	rmSync,
	writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { now, sleep } from '../clock.ts';
import { press, readSeries, type TypedSeries, type } from '../measure/press.ts';
import { Session, type Terminal } from '../pty/session.ts';
import { Replay } from '../replay.ts';
import type { Finding } from '../report/finding.ts';
import { Served } from '../scale/served.ts';
import { cursorKeys, type Typing, times } from '../subject.ts';

const LINE_COUNT = 1_000_000;
const QUICK_LINE_COUNT = 200_000;
/** Every line of this number has the searched word. */
const NEEDLE_INTERVAL = 1_000;
const APPEND_INTERVAL_MS = 100;
/** Time without output after which a long search or load has ended. The cockpit asks for new lines each second. */
const END_MS = 1_500;
const END_TIMEOUT_MS = 120_000;
/** Maximum time from a key to the first visible change. */
const MAX_KEY_MS = 50;
const megabyte = 1_000_000;

const start = Date.UTC(2026, 0, 1);

export interface LogOptions {
	readonly folder: string;
	/** The bundle of the program. */
	readonly program: string;
	readonly terminal: Terminal;
	readonly quick: boolean;
}

function lineOf(index: number): string {
	const word = index % NEEDLE_INTERVAL === 0 ? 'needle' : 'thread';
	const head = `${new Date(start + index * 50).toISOString()} INFO    A line of the log with a ${word}, number ${index}: `;
	return `${head.padEnd(99, 'x')}\n`;
}

function writeLog(path: string, count: number): void {
	const file = openSync(path, 'w');
	for (let from = 0; from < count; from += 10_000)
		writeSync(file, Array.from({ length: 10_000 }, (_, index) => lineOf(from + index)).join(''));
	closeSync(file);
}

/** Measures keys in a log of 1,000,000 lines: while it grows, while it is loaded, searched, and left by a jump. */
export async function measureLog({ folder, program, terminal, quick }: LogOptions): Promise<Finding[]> {
	const place = mkdtempSync(join(folder, 'log-'));
	const path = join(place, 'long.log');
	const count = quick ? QUICK_LINE_COUNT : LINE_COUNT;
	writeLog(path, count);
	const flags = ['--log-file', path, '--log-size', '1000'];
	const service = await Served.start({ folder: place, program, flags });
	const environment = {
		NODE_OPTIONS: `--import=${new URL('./record-stalls.mjs', import.meta.url)}`,
		SEEDTOP_BENCH_STALLS: place,
	};
	const command = { file: process.execPath, args: [program, '--url', service.url], environment };
	const session = new Session(command, terminal, place);
	let line = count;
	let growing: NodeJS.Timeout | undefined;
	try {
		await service.started();
		await session.quiet(2_000, 20_000);
		for (const key of ['3', 'L']) await press(session, key);
		await session.quiet(END_MS, 10_000);
		const memoryBefore = session.sampleMemory();
		const stall = new StallFile(session, place);
		await stall.read();
		const done: [title: string, typed: TypedSeries][] = [];
		const measure = async (title: string, typing: Typing, presses: number) =>
			done.push([title, await type(session, typing, quick ? Math.ceil(presses / 3) : presses)]);

		growing = setInterval(() => appendFileSync(path, lineOf(line++)), APPEND_INTERVAL_MS);
		const { up, down, leave } = cursorKeys;
		await measure('cursor while the log grows', { keys: [...times(10, up), ...times(10, down)] }, 100);
		await stall.read();
		const loadedAt = session.write('g');
		// Sideways, because a key that moves ends the loading.
		await measure('sideways while all lines are loaded', { keys: ['\x1b[C', '\x1b[D'] }, 40);
		clearInterval(growing);
		await session.quiet(END_MS, END_TIMEOUT_MS);
		const loading = session.lastAt - loadedAt;
		const loadStall = await stall.read();
		const memory = session.sampleMemory() - memoryBefore;

		await press(session, 'F');
		await measure('next match', { open: '/', keys: [...'needle', '\r'], close: 'F' }, 14);
		await measure('previous match', { keys: ['N'] }, 100);
		await press(session, 'F');
		for (const key of ['/', '\x15', ...'absent']) await press(session, key);
		const soughtAt = session.write('\r');
		await session.quiet(END_MS, END_TIMEOUT_MS);
		const searching = session.lastAt - soughtAt;
		await measure('previous match, all lines are searched', { keys: ['N', 'F'] }, 10);
		const searchStall = await stall.read();
		await press(session, leave);
		await sleep(500);
		await measure('jump to a time', { open: '@', keys: [...'-5h', '\r', 'F'] }, 50);
		await session.end('\x03');

		const replay = new Replay(session);
		const findings: Finding[] = [];
		for (const [title, typed] of done) {
			const { p50, p99 } = await readSeries(session, replay, typed);
			findings.push(
				{ title: `${title}: key, p50`, value: p50, unit: 'ms', digits: 1 },
				{ title: `${title}: key, p99`, value: p99, unit: 'ms', digits: 1, atMost: MAX_KEY_MS },
			);
		}
		return [
			...findings,
			{ title: 'load all lines', value: loading / 1000, unit: 's', digits: 1 },
			{ title: 'search all lines', value: searching / 1000, unit: 's', digits: 2 },
			{
				title: 'longest stall of the cockpit while lines are loaded',
				value: loadStall,
				unit: 'ms',
				digits: 0,
			},
			{ title: 'longest stall of the cockpit in searches', value: searchStall, unit: 'ms', digits: 0 },
			{ title: 'memory of all lines', value: memory / megabyte, unit: 'MB', digits: 0 },
		];
	} finally {
		clearInterval(growing);
		if (!session.hasEnded) await session.end('\x03');
		await service.stop();
		rmSync(place, { recursive: true, force: true });
	}
}

/** Reads the longest stall of the cockpit since the last call, ms. */
class StallFile {
	readonly #session: Session;
	readonly #folder: string;

	constructor(session: Session, folder: string) {
		this.#session = session;
		this.#folder = folder;
	}

	async read(): Promise<number> {
		const { pid } = this.#session;
		const path = join(this.#folder, `stall-${pid}`);
		process.kill(pid, 'SIGUSR2');
		for (const deadline = now() + 10_000; !existsSync(path); await sleep(5))
			if (now() > deadline) return Number.NaN;
		const stall = Number(readFileSync(path, 'utf8'));
		rmSync(path);
		return stall;
	}
}
