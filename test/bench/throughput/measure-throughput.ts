import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startScrapedTracker } from '../../interop/tracker.ts';
import { sleep } from '../clock.ts';
import type { Finding } from '../report/finding.ts';
import { writeFolderTorrent } from '../scale/torrents.ts';
import { median } from '../statistics.ts';
import { measureBusy } from './measure-busy.ts';
import { others, type Party, type Stage, seedtop } from './parties.ts';

const mebibyte = 1024 * 1024;
/** Minimum of our download rate relative to libtorrent's, both from the same seed. */
const MIN_SHARE = 0.7;

export interface ThroughputOptions {
	readonly folder: string;
	/** The bundle of the program. */
	readonly program: string;
	readonly quick: boolean;
}

export interface Throughput {
	readonly findings: readonly Finding[];
	/** Programs that are not installed, and failures. */
	readonly absent: readonly string[];
}

/** Measures how fast a torrent of 1,000 MiB is transferred on loopback: without other load, and under load. */
export async function measureThroughput(options: ThroughputOptions): Promise<Throughput> {
	const folder = mkdtempSync(join(options.folder, 'throughput-'));
	const rounds = options.quick ? 1 : 5;
	const absent = others.flatMap(({ client }) => client.missingDependency() ?? []);
	const tracker = await startScrapedTracker();
	try {
		const size = Math.floor(((options.quick ? 316 : 1000) * mebibyte) / 9);
		const layout = { files: 9, size, pieceLength: mebibyte / 2, announce: tracker.url };
		const torrent = writeFolderTorrent(folder, 'large', layout);
		const stage = { folder, program: options.program, tracker, torrent };
		const base = others.find(({ client }) => !client.missingDependency())?.party;
		const pairs: [from: Party, to: Party][] = [[seedtop, seedtop]];
		if (base) pairs.push([base, base], [base, seedtop], [seedtop, base]);
		const speeds = new Map<string, number>();
		for (const [from, to] of pairs) {
			try {
				speeds.set(title(from, to), await speed(stage, from, to, rounds));
			} catch (error) {
				absent.push(`${title(from, to)}: ${firstLine(error)}`);
			}
		}
		const findings = findingsOf(speeds, base);
		if (base) {
			try {
				const other = { ...stage, torrent: writeFolderTorrent(folder, 'other', layout) };
				findings.push(
					...(await measureBusy({ ours: stage, theirs: other, base, rounds: Math.min(3, rounds) })),
				);
			} catch (error) {
				absent.push(`throughput under load: ${firstLine(error)}`);
			}
		}
		return { findings, absent };
	} finally {
		rmSync(folder, { recursive: true, force: true });
		await tracker.close();
	}
}

function firstLine(error: unknown): string {
	const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
	return line;
}

function title(from: Party, to: Party): string {
	return `${to.name} from ${from.name}`;
}

/**
 * Returns the median of some rounds, MiB per second. The first round does not count, because a fresh service still
 * compiles itself. Rounds begin at different parts of a second. libtorrent updates its seeding rate once a second and
 * seeds slowly until then.
 */
async function speed(stage: Stage, from: Party, to: Party, rounds: number): Promise<number> {
	const seeding = await from.seed(stage);
	try {
		const downloader = await to.downloader(stage);
		try {
			const speeds: number[] = [];
			for (let round = 0; round <= rounds; round++) {
				const destination = join(stage.folder, 'arriving');
				mkdirSync(destination);
				const { seconds } = await downloader.download(destination);
				if (round > 0 || rounds === 1) speeds.push(stage.torrent.length / mebibyte / seconds);
				rmSync(destination, { recursive: true, force: true });
				await sleep((round * 1000) / rounds);
			}
			return median(speeds);
		} finally {
			await downloader.stop();
		}
	} finally {
		await seeding.stop();
	}
}

function findingsOf(speeds: ReadonlyMap<string, number>, base: Party | undefined): Finding[] {
	const found: Finding[] = [...speeds].map(([name, value]) => ({
		title: name,
		value,
		unit: 'MiB/s',
		digits: 0,
	}));
	if (!base) return found;
	const share = (from: Party, to: Party) =>
		(speeds.get(title(from, to)) ?? Number.NaN) / (speeds.get(title(base, base)) ?? Number.NaN);
	const ratio = { unit: '×', digits: 2 };
	return [
		...found,
		{
			title: `downloading, seedtop : ${base.name}`,
			value: share(base, seedtop),
			...ratio,
			atLeast: MIN_SHARE,
		},
		{ title: `seeding, seedtop : ${base.name}`, value: share(seedtop, base), ...ratio },
	];
}
