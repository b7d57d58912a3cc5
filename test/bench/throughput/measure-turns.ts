import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { sleep } from '../clock.ts';
import type { Finding } from '../report/finding.ts';
import { median } from '../statistics.ts';
import { type Downloader, type Party, type Running, type Stage, seedtop } from './parties.ts';
import { type Usage, usageBetween, usageOf } from './usage.ts';

const MEBIBYTE = 1024 * 1024;
const GIBIBYTE = 1024 * MEBIBYTE;
/** One busy loop for each core, so that no core is idle. */
const BUSY_LOOPS = cpus().length;
/** The loops end after this time even if this process is stuck. */
const BUSY_TIMEOUT_MS = 10 * 60_000;
/** A loop ends by itself after the end of its parent. */
const BUSY_LOOP = `
const [parent, milliseconds] = process.argv.slice(1).map(Number);
const end = Date.now() + milliseconds;
while (process.ppid === parent && Date.now() < end);
`;

/** Targets relative to the other program. */
const MIN_SPEED_RATIO = 1;
const MAX_CPU_RATIO = 1.5;

export interface TurnsOptions {
	/** Whether busy loops want every core meanwhile. */
	readonly busy: boolean;
	/** The torrent that seedtop seeds. */
	readonly ours: Stage;
	/** The torrent that the other program seeds. */
	readonly theirs: Stage;
	/** The program to compare with. */
	readonly base: Party;
	readonly rounds: number;
}

interface Sample {
	/** MiB per second. */
	readonly speed: number;
	/** Usage of the measured program, seconds per GiB. */
	readonly usage: Usage;
}

/**
 * Measures both directions. The programs take turns in each round, because the load of the machine changes. The first
 * round does not count: a service that was just started still compiles itself. Each round begins with another transfer,
 * and all transfers of a round follow the same pause: a virtual machine may return the memory of a deleted file to its
 * host after two seconds, and the transfer that writes to it again needs up to 1 s of CPU per GiB more. The pauses differ
 * between rounds, so that transfers begin at different parts of a second: libtorrent updates its seeding rate once a
 * second and seeds slowly until then.
 */
export async function measureTurns({ busy, ours, theirs, base, rounds }: TurnsOptions): Promise<Finding[]> {
	const started: { stop(): Promise<void> }[] = [];
	const start = async <T extends { stop(): Promise<void> }>(starting: Promise<T>): Promise<T> => {
		const one = await starting;
		started.push(one);
		return one;
	};
	try {
		const ourSeed = await start(seedtop.seed(ours));
		const theirSeed = await start(base.seed(theirs));
		const ourDownloader = await start(seedtop.downloader(theirs));
		const theirDownloader = await start(base.downloader(theirs));
		const theirSecondDownloader = await start(base.downloader(ours));
		const load = busy ? startLoad() : undefined;
		if (load) started.push(load);
		const samples: Record<'download' | 'base' | 'baseSeed' | 'seed', Sample[]> = {
			download: [],
			base: [],
			baseSeed: [],
			seed: [],
		};
		const turns: readonly (() => Promise<void>)[] = [
			async () => {
				const { to } = await transfer(theirs, theirSeed, ourDownloader);
				samples.download.push(to);
			},
			async () => {
				const { from, to } = await transfer(theirs, theirSeed, theirDownloader);
				samples.base.push(to);
				samples.baseSeed.push(from);
			},
			async () => {
				const { from } = await transfer(ours, ourSeed, theirSecondDownloader);
				samples.seed.push(from);
			},
		];
		for (let round = 0; round <= rounds; round++) {
			const first = round % turns.length;
			for (const turn of [...turns.slice(first), ...turns.slice(0, first)]) {
				await sleep((round * 1000) / rounds);
				await turn();
			}
			load?.check();
			if (round === 0 && rounds > 1) for (const list of Object.values(samples)) list.length = 0;
		}
		return [
			...findingsOf({ busy, direction: 'downloading' }, base.name, samples.download, samples.base),
			...findingsOf({ busy, direction: 'seeding' }, base.name, samples.seed, samples.baseSeed),
		];
	} finally {
		for (const one of started.reverse()) await one.stop();
	}
}

async function transfer(
	{ folder, torrent }: Stage,
	seed: Running,
	downloader: Downloader,
): Promise<{ readonly from: Sample; readonly to: Sample }> {
	const destination = join(folder, 'arriving');
	mkdirSync(destination);
	const before = usageOf(seed.pid);
	const { seconds, usage } = await downloader.download(destination);
	const seeding = usageBetween(before, usageOf(seed.pid));
	rmSync(destination, { recursive: true, force: true });
	const speed = torrent.length / MEBIBYTE / seconds;
	return {
		from: { speed, usage: perGibibyte(seeding, torrent.length) },
		to: { speed, usage: perGibibyte(usage, torrent.length) },
	};
}

function perGibibyte({ cpu, busiest }: Usage, bytes: number): Usage {
	const part = GIBIBYTE / bytes;
	return { cpu: cpu * part, busiest: { run: busiest.run * part, wait: busiest.wait * part } };
}

function findingsOf(
	{ busy, direction }: { readonly busy: boolean; readonly direction: string },
	name: string,
	ours: readonly Sample[],
	theirs: readonly Sample[],
): Finding[] {
	const title = (text: string): string => `${busy ? 'busy machine, ' : ''}${direction}: ${text}`;
	const middle = (samples: readonly Sample[], read: (sample: Sample) => number): number =>
		median(samples.map(read));
	const cost = { unit: 's/GiB', digits: 2 };
	const ratio = (read: (sample: Sample) => number): number =>
		median(
			ours.map((one, round) => {
				const other = theirs[round];
				return other ? read(one) / read(other) : Number.NaN;
			}),
		);
	const times = { unit: '×', digits: 2 };
	return [
		{ title: title('seedtop'), value: middle(ours, ({ speed }) => speed), unit: 'MiB/s', digits: 0 },
		{ title: title(name), value: middle(theirs, ({ speed }) => speed), unit: 'MiB/s', digits: 0 },
		{
			title: title(`seedtop : ${name}`),
			value: ratio(({ speed }) => speed),
			...times,
			atLeast: MIN_SPEED_RATIO,
		},
		{ title: title('CPU of seedtop'), value: middle(ours, ({ usage }) => usage.cpu), ...cost },
		{ title: title(`CPU of ${name}`), value: middle(theirs, ({ usage }) => usage.cpu), ...cost },
		{
			title: title(`CPU, seedtop : ${name}`),
			value: ratio(({ usage }) => usage.cpu),
			...times,
			atMost: MAX_CPU_RATIO,
		},
		{
			title: title("seedtop's busiest thread runs"),
			value: middle(ours, ({ usage }) => usage.busiest.run),
			...cost,
		},
		{
			title: title("seedtop's busiest thread waits for a core"),
			value: middle(ours, ({ usage }) => usage.busiest.wait),
			...cost,
		},
	];
}

interface Load {
	/** Throws if a loop has ended, because the machine was not busy all the time then. */
	check(): void;
	stop(): Promise<void>;
}

function startLoad(): Load {
	const args = ['-e', BUSY_LOOP, String(process.pid), String(BUSY_TIMEOUT_MS)];
	const loops = Array.from({ length: BUSY_LOOPS }, () => spawn(process.execPath, args, { stdio: 'ignore' }));
	const ended = loops.map((loop) => new Promise<void>((resolve) => loop.once('close', () => resolve())));
	return {
		check() {
			if (!loops.every(isRunning)) throw new Error('a busy loop has ended');
		},
		async stop() {
			for (const loop of loops) loop.kill('SIGKILL');
			await Promise.all(ended);
		},
	};
}

function isRunning({ pid, exitCode, signalCode }: ChildProcess): boolean {
	return pid !== undefined && exitCode === null && signalCode === null;
}
