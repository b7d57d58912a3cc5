import { type ChildProcess, fork } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { now, sleep } from '../clock.ts';
import { Session, type Terminal } from '../pty/session.ts';
import { Replay } from '../replay.ts';
import type { Finding } from '../report/finding.ts';
import { median, quantile, randomNumbers } from '../statistics.ts';
import { type BookReport, differences, type MarketCommand, type MarketReport } from './messages.ts';

const TICKS = 10_000;
/** Maximum time of a key while events arrive, as for other keys of lists. */
const MAX_KEY_MS = 16;
/** A section draws all of its rows. */
const MAX_SECTION_MS = 25;
const BURST_EVENTS = 100;
const KEY_INTERVAL_MS = 90;
const SETTLE_MS = 1_500;
/** Time until the books are requested again while events arrive, ms. */
const POLL_MS = 11_000;
const CPU_MS = 10_000;
const OPEN_TIMEOUT_MS = 20_000;

export interface MarketOptions {
	readonly folder: string;
	/** The bundle of the program. */
	readonly program: string;
	readonly terminal: Terminal;
	readonly quick: boolean;
}

/** A key, and the text that its effect shows. */
interface Press {
	readonly at: number;
	readonly from: number;
	readonly effect: ((text: string) => boolean) | 'place';
}

/** A burst of events, the screen after it, and the book of the service. */
interface Burst {
	readonly chunk: number;
	readonly book: BookReport;
}

/** Measures keys in a book of 10,000 ticks with 100 events a second, and compares the book after bursts. */
export async function measureMarket({ folder, program, terminal, quick }: MarketOptions): Promise<Finding[]> {
	const place = mkdtempSync(join(folder, 'market-'));
	const service = await MarketService.start(place);
	const environment = {
		NODE_OPTIONS: `--import=${new URL('../debug/record-stalls.mjs', import.meta.url)}`,
		SEEDTOP_BENCH_STALLS: place,
	};
	const command = { file: process.execPath, args: [program, '--url', service.url], environment };
	const session = new Session(command, terminal, place);
	try {
		await session.quiet(2_000, 20_000);
		await readStall(session, place);
		const opened: Press = {
			at: session.write('4'),
			from: session.chunks.length,
			effect: (text) => text.includes('MB/EUR'),
		};
		await shows(session, opened.from, 'MB/EUR');
		const entered = session.chunks.length;
		session.write('\r');
		await shows(session, entered, 'spread');
		await sleep(SETTLE_MS);
		const openStall = await readStall(session, place);

		service.send({ kind: 'live' });
		const count = quick ? 20 : 100;
		const cursor = await pressAll(session, count, [
			...Array.from({ length: 8 }, () => ['j', 'place'] as const),
			...Array.from({ length: 8 }, () => ['k', 'place'] as const),
		]);
		const help = await pressAll(session, count, [
			['?', isHelpOpen],
			// Escape would add the time in which the rest of a sequence may follow.
			['?', (text) => !isHelpOpen(text)],
		]);
		const sections = await pressAll(session, count, [
			['m', (text) => text.includes('[Orders]')],
			['b', (text) => text.includes('[Book]') && text.includes('spread')],
		]);
		const cpuBefore = session.cpu();
		await sleep(CPU_MS);
		const cpu = (session.cpu() - cpuBefore) / CPU_MS;
		const liveStall = await readStall(session, place);

		const bursts: Burst[] = [];
		const bookAfter = async (order: MarketCommand, wait: number) => {
			const book = await service.ask(order);
			await sleep(wait);
			bursts.push({ chunk: session.chunks.length, book });
		};
		await bookAfter({ kind: 'rest' }, SETTLE_MS);
		for (let burst = 0; burst < (quick ? 3 : 10); burst++)
			await bookAfter({ kind: 'burst', events: BURST_EVENTS }, SETTLE_MS);
		await bookAfter({ kind: 'burst', events: BURST_EVENTS }, POLL_MS);
		const memory = session.sampleMemory();
		await session.end('\x03');

		const replay = new Replay(session);
		const [opening] = await timesOf(replay, [opened]);
		const findings = [ms('the pane opens: prices are shown', opening ?? Number.NaN)];
		for (const [title, presses, atMost] of [
			['cursor', cursor, MAX_KEY_MS],
			['help', help, MAX_KEY_MS],
			['section', sections, MAX_SECTION_MS],
		] as const) {
			const times = await timesOf(replay, presses);
			findings.push(
				ms(`${title}: key, p50`, median(times)),
				ms(`${title}: key, p99`, quantile(times, 0.99), atMost),
			);
		}
		let different = 0;
		for (const { chunk, book } of bursts) {
			await replay.to(chunk);
			if (differences(replay.text, book).length > 0) different++;
		}
		return [
			...findings,
			{ title: 'CPU with 100 events a second', value: cpu * 100, unit: '%', digits: 1 },
			{ title: 'longest stall while the book opens', value: openStall, unit: 'ms', digits: 0 },
			{ title: 'longest stall with 100 events a second', value: liveStall, unit: 'ms', digits: 0 },
			{ title: 'memory', value: memory / 1_000_000, unit: 'MB', digits: 0 },
			{
				title: `books that differ after ${bursts.length} bursts of ${BURST_EVENTS} events`,
				value: different,
				unit: '',
				digits: 0,
				atMost: 0,
			},
		];
	} finally {
		if (!session.hasEnded) await session.end('\x03');
		await service.stop();
		rmSync(place, { recursive: true, force: true });
	}
}

const ms = (title: string, value: number, atMost?: number): Finding => ({
	title,
	value,
	unit: 'ms',
	digits: 1,
	...(atMost === undefined ? {} : { atMost }),
});

/** Waits until the output since a chunk contains a text. */
async function shows(session: Session, from: number, text: string): Promise<void> {
	for (const deadline = now() + OPEN_TIMEOUT_MS; !session.text(from).includes(text); await sleep(5))
		if (now() > deadline) throw new Error(`the cockpit never showed ${text}`);
}

/** Whether the dialog of keys is open: its title is in its frame. */
const isHelpOpen = (text: string): boolean => /─ Keys /.test(text);

const random = randomNumbers(54_321);

/** Presses keys one after another while events change the screen. */
async function pressAll(
	session: Session,
	count: number,
	keys: readonly (readonly [key: string, effect: Press['effect']])[],
): Promise<readonly Press[]> {
	const presses: Press[] = [];
	while (presses.length < count && !session.hasEnded) {
		for (const [key, effect] of keys) {
			const from = session.chunks.length;
			presses.push({ at: session.write(key), from, effect });
			await sleep(KEY_INTERVAL_MS + random() * 40);
		}
	}
	await sleep(SETTLE_MS);
	return presses;
}

/** The place of the cursor in the line of sections: '12 of 5000'. */
const placeOf = (text: string): string => /(\d+) of \d+ *$/m.exec(text)?.[1] ?? '';

/** Returns the times from presses to their own effects, because events change the screen too. */
async function timesOf(replay: Replay, presses: readonly Press[]): Promise<readonly number[]> {
	const times: number[] = [];
	for (const [index, { at, from, effect }] of presses.entries()) {
		await replay.to(from);
		const before = placeOf(replay.text);
		const isDone = (text: string) => (effect === 'place' ? placeOf(text) !== before : effect(text));
		const end = presses[index + 1]?.from ?? Number.POSITIVE_INFINITY;
		for (
			let chunk = await replay.step();
			chunk;
			chunk = replay.next < end ? await replay.step() : undefined
		) {
			if (!isDone(replay.text)) continue;
			times.push(chunk.at - at);
			break;
		}
	}
	return times;
}

/** Returns the longest stall of the cockpit since the last call, ms. */
async function readStall({ pid }: Session, folder: string): Promise<number> {
	const path = join(folder, `stall-${pid}`);
	process.kill(pid, 'SIGUSR2');
	for (const deadline = now() + 10_000; !existsSync(path); await sleep(5))
		if (now() > deadline) return Number.NaN;
	const stall = Number(readFileSync(path, 'utf8'));
	rmSync(path);
	return stall;
}

/** The service as a process of its own. */
class MarketService {
	readonly url: string;
	readonly #process: ChildProcess;

	private constructor(child: ChildProcess, url: string) {
		this.#process = child;
		this.url = url;
	}

	static async start(folder: string): Promise<MarketService> {
		const program = join(folder, 'market-service.mjs');
		await build({
			entryPoints: [fileURLToPath(new URL('./service.ts', import.meta.url))],
			outfile: program,
			bundle: true,
			format: 'esm',
			platform: 'node',
			logLevel: 'warning',
		});
		const child = fork(program, [String(TICKS)], { execArgv: [] });
		const report = await nextReport(child);
		if (report.kind !== 'listening') throw new Error('the market service does not listen');
		return new MarketService(child, report.url);
	}

	send(command: MarketCommand): void {
		this.#process.send(command);
	}

	/** Sends a command and returns the book after it. */
	async ask(command: MarketCommand): Promise<BookReport> {
		const report = nextReport(this.#process);
		this.send(command);
		const book = await report;
		if (book.kind !== 'book') throw new Error('the market service reports no book');
		return book;
	}

	async stop(): Promise<void> {
		const ended = new Promise((resolve) => this.#process.once('exit', resolve));
		this.#process.disconnect();
		await ended;
	}
}

function nextReport(child: ChildProcess): Promise<MarketReport> {
	return new Promise((resolve, reject) => {
		// Both ends are this benchmark.
		child.once('message', (message) => resolve(message as MarketReport));
		child.once('exit', (code) => reject(new Error(`the market service ended with ${code}`)));
	});
}
