import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startScrapedTracker } from '../../interop/tracker.ts';
import type { Finding } from '../report/finding.ts';
import { writeFolderTorrent } from '../scale/torrents.ts';
import { median } from '../statistics.ts';
import { measureTurns } from './measure-turns.ts';
import { others, type Stage, seedtop } from './parties.ts';

const mebibyte = 1024 * 1024;

export interface ThroughputOptions {
	readonly folder: string;
	/** The bundle of the program. */
	readonly program: string;
	readonly quick: boolean;
}

/** Under load, the ratio of single rounds varies by 30 %. */
const BUSY_ROUNDS = 9;

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
		const findings: Finding[] = [];
		const attempt = async (what: string, measure: () => Promise<Finding[]>): Promise<void> => {
			try {
				findings.push(...(await measure()));
			} catch (error) {
				absent.push(`${what}: ${firstLine(error)}`);
			}
		};
		await attempt('seedtop from seedtop', async () => [
			{ title: 'seedtop from seedtop', value: await speed(stage, rounds), unit: 'MiB/s', digits: 0 },
		]);
		if (base) {
			const both = {
				ours: stage,
				theirs: { ...stage, torrent: writeFolderTorrent(folder, 'other', layout) },
				base,
			};
			await attempt('throughput beside another program', () =>
				measureTurns({ ...both, busy: false, rounds }),
			);
			await attempt('throughput under load', () =>
				measureTurns({ ...both, busy: true, rounds: options.quick ? 1 : BUSY_ROUNDS }),
			);
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

/**
 * Returns the median of some rounds between two services, MiB per second. The first round does not count, because a
 * fresh service still compiles itself.
 */
async function speed(stage: Stage, rounds: number): Promise<number> {
	const seeding = await seedtop.seed(stage);
	try {
		const downloader = await seedtop.downloader(stage);
		try {
			const speeds: number[] = [];
			for (let round = 0; round <= rounds; round++) {
				const destination = join(stage.folder, 'arriving');
				mkdirSync(destination);
				const { seconds } = await downloader.download(destination);
				if (round > 0 || rounds === 1) speeds.push(stage.torrent.length / mebibyte / seconds);
				rmSync(destination, { recursive: true, force: true });
			}
			return median(speeds);
		} finally {
			await downloader.stop();
		}
	} finally {
		await seeding.stop();
	}
}
