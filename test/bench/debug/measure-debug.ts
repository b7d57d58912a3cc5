import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { now, sleep } from '../clock.ts';
import { treeOf } from '../processes.ts';
import type { Finding } from '../report/finding.ts';
import { Served } from '../scale/served.ts';
import { writeSmallTorrents } from '../scale/torrents.ts';

/** Intervals of the requests: a cockpit polls the list, and its debug pane the threads. */
const LIST_INTERVAL_MS = 250;
const THREADS_INTERVAL_MS = 500;

export interface DebugOptions {
	readonly folder: string;
	/** The bundle of the program. */
	readonly program: string;
	readonly quick: boolean;
}

/** The longest stalls of both event loops, ms. */
interface Stalls {
	readonly service: number;
	readonly engine: number;
}

/** Measures how long the event loops stall while threads are sampled, and while a profile runs. */
export async function measureDebug(options: DebugOptions): Promise<Finding[]> {
	const folder = mkdtempSync(join(options.folder, 'debug-'));
	const env = {
		NODE_OPTIONS: `--import=${new URL('./record-stalls.mjs', import.meta.url)}`,
		SEEDTOP_BENCH_STALLS: folder,
	};
	const service = await Served.start({ folder, program: options.program, env });
	try {
		await service.started();
		for (const { path, folder: data } of writeSmallTorrents(folder, options.quick ? 100 : 1_000))
			await service.add(path, data);
		while ((await service.list()).downloads.some(({ status }) => status !== 'DLSTATUS_SEEDING'))
			await sleep(200);
		const seconds = options.quick ? 4 : 15;
		const stalls = new StallReader(service.pid, folder);
		await stalls.read();
		await applyLoad(service, seconds);
		const atRest = await stalls.read();
		const taken: number[] = [];
		await applyLoad(service, seconds, async () => {
			taken.push((await service.ask('GET', '/debug/threads')).took);
		});
		const sampling = await stalls.read();
		await service.ask('PUT', '/debug/profiler');
		await applyLoad(service, seconds);
		await service.ask('DELETE', '/debug/profiler');
		const profiling = await stalls.read();
		return [
			...findings('at rest', atRest),
			...findings('while threads are sampled twice a second', sampling),
			...findings('from the start of a profile to its end', profiling),
			{ title: 'all threads, the slowest answer', value: Math.max(...taken), unit: 'ms', digits: 0 },
		];
	} finally {
		await service.stop();
		rmSync(folder, { recursive: true, force: true });
	}
}

function findings(phase: string, stalls: Stalls): Finding[] {
	return (['service', 'engine'] as const).map((process) => ({
		title: `longest stall of the ${process} ${phase}`,
		value: stalls[process],
		unit: 'ms',
		digits: 0,
	}));
}

/** Uses the service like a cockpit for some seconds, with additional requests. */
async function applyLoad(service: Served, seconds: number, also?: () => Promise<void>): Promise<void> {
	const end = now() + seconds * 1000;
	const repeat = async (interval: number, request: () => Promise<unknown>) => {
		while (now() < end) {
			await request();
			await sleep(interval);
		}
	};
	await Promise.all([
		repeat(LIST_INTERVAL_MS, () => service.list()),
		also ? repeat(THREADS_INTERVAL_MS, also) : undefined,
	]);
}

/** Reads the longest stalls since the last call. */
class StallReader {
	readonly #pids: readonly number[];
	readonly #folder: string;

	constructor(service: number, folder: string) {
		this.#pids = treeOf(service).slice(0, 2);
		this.#folder = folder;
	}

	async read(): Promise<Stalls> {
		const [service = Number.NaN, engine = Number.NaN] = await Promise.all(
			this.#pids.map((pid) => this.#of(pid)),
		);
		return { service, engine };
	}

	async #of(pid: number): Promise<number> {
		const path = join(this.#folder, `stall-${pid}`);
		process.kill(pid, 'SIGUSR2');
		while (!existsSync(path)) await sleep(5);
		const stall = Number(readFileSync(path, 'utf8'));
		rmSync(path);
		return stall;
	}
}
