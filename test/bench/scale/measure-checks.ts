import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ForeignPeer } from '../../interop/clients/client.ts';
import { libtorrent } from '../../interop/clients/libtorrent.ts';
import { now, sleep } from '../clock.ts';
import { freePort } from '../peers/peer.ts';
import { cpuOf, treeOf } from '../processes.ts';
import type { Finding } from '../report/finding.ts';
import { median } from '../statistics.ts';
import type { ScaleOptions } from './measure-scale.ts';
import { Served } from './served.ts';
import { type WrittenTorrent, writeFolderTorrent, writeLargeTorrent } from './torrents.ts';

const mebibyte = 1024 * 1024;
/** Timeout of one check, seconds. */
const CHECK_TIMEOUT_S = 300;
/** Maximum duration relative to libtorrent's. */
const MAX_CHECK_RATIO = 1.5;
/** Bytes of each file of the torrent with many files. */
const SMALL_FILE = 16_384;

/** Seconds of one check, and CPU seconds of all processes that took part. */
interface CheckCost {
	readonly seconds: number;
	readonly cpu: number;
}

interface Case {
	readonly title: string;
	readonly write: (folder: string) => WrittenTorrent;
	/** Whether the removal with its data is measured too. */
	readonly removed: boolean;
}

/**
 * Measures checks of complete data from the page cache, and removals with data. Compares each with another program.
 */
export async function measureChecks(options: ScaleOptions): Promise<Finding[]> {
	const findings: Finding[] = [];
	for (const one of casesOf(options)) {
		const folder = mkdtempSync(join(options.folder, 'check-'));
		try {
			findings.push(...(await measureCase({ ...options, folder }, one)));
		} finally {
			rmSync(folder, { recursive: true, force: true });
		}
	}
	return findings;
}

function casesOf({ quick, full }: ScaleOptions): Case[] {
	const files = full ? 50_000 : quick ? 5_000 : 20_000;
	const gibibytes = full ? 4 : quick ? 0.25 : 1;
	const large = (kibibytes: number): Case => ({
		title: `check of ${gibibytes} GiB, pieces of ${kibibytes} KiB`,
		write: (folder) => writeLargeTorrent(folder, 'large', gibibytes * 1024 * mebibyte, kibibytes * 1024),
		removed: false,
	});
	return [
		{
			title: `check of ${files.toLocaleString('en')} files`,
			write: (folder) => writeFolderTorrent(folder, 'many', { files, size: SMALL_FILE, pieceLength: 65_536 }),
			removed: true,
		},
		large(256),
		large(16),
	];
}

/** Rounds alternate between the programs, so that both run under the same load. */
async function measureCase(options: ScaleOptions, { title, write, removed }: Case): Promise<Finding[]> {
	const torrent = write(options.folder);
	const rounds = options.quick ? 1 : 3;
	const ours: CheckCost[] = [];
	const theirs: CheckCost[] = [];
	for (let round = 0; round < rounds; round++) {
		ours.push(await checkBySeedtop(options, torrent));
		if (!libtorrent.missingDependency()) theirs.push(await checkByLibtorrent(options, torrent));
	}
	const findings: Finding[] = [];
	for (const [name, taken] of [
		['seedtop', ours],
		['libtorrent', theirs],
	] as const) {
		if (taken.length === 0) continue;
		findings.push(
			{ title: `${title}: ${name}`, value: median(taken.map(({ seconds }) => seconds)), ...seconds },
			{ title: `${title}: ${name}, CPU`, value: median(taken.map(({ cpu }) => cpu)), ...seconds },
		);
	}
	if (theirs.length > 0) {
		const share = median(ours.map((one, at) => one.seconds / (theirs[at]?.seconds ?? Number.NaN)));
		findings.push({
			title: `${title}, seedtop : libtorrent`,
			value: share,
			unit: '×',
			digits: 2,
			atMost: MAX_CHECK_RATIO,
		});
	}
	if (removed) findings.push(...(await measureRemoval(options, torrent)));
	return findings;
}

const seconds = { unit: 's', digits: 2 } as const;

async function checkBySeedtop(
	{ folder, program }: ScaleOptions,
	torrent: WrittenTorrent,
): Promise<CheckCost> {
	const service = await Served.start({ folder: mkdtempSync(join(folder, 'service-')), program });
	try {
		await service.started();
		const before = cpuOf(treeOf(service.pid));
		const began = now();
		const infohash = await service.add(torrent.path, torrent.folder);
		await service.until(infohash, 'SEEDING', CHECK_TIMEOUT_S);
		const took = (now() - began) / 1000;
		return { seconds: took, cpu: (cpuOf(treeOf(service.pid)) - before) / 1000 };
	} finally {
		await service.stop();
	}
}

/** It prints the seconds itself, starting when the torrent is added. */
async function checkByLibtorrent({ folder }: ScaleOptions, torrent: WrittenTorrent): Promise<CheckCost> {
	const peer: ForeignPeer = await libtorrent.start({
		home: mkdtempSync(join(folder, 'home-')),
		torrent: torrent.path,
		folder: torrent.folder,
		encryption: 'allowed',
		port: await freePort(),
	});
	try {
		for (const deadline = now() + CHECK_TIMEOUT_S * 1000; now() < deadline; await sleep(20)) {
			const [, took] = /complete ([\d.]+)/.exec(peer.output()) ?? [];
			if (took !== undefined) return { seconds: Number(took), cpu: cpuOf([peer.pid]) / 1000 };
		}
		throw new Error(`libtorrent did not finish in time: ${peer.output()}`);
	} finally {
		await peer.stop();
	}
}

/** Deletes a copy of the same data with `rm -r`. */
async function measureRemoval(
	{ folder, program }: ScaleOptions,
	torrent: WrittenTorrent,
): Promise<Finding[]> {
	const copy = join(folder, 'copy');
	mkdirSync(copy);
	execFileSync('cp', ['-r', `${torrent.folder}/.`, copy]);
	const service = await Served.start({ folder: mkdtempSync(join(folder, 'service-')), program });
	try {
		await service.started();
		const infohash = await service.add(torrent.path, torrent.folder);
		await service.until(infohash, 'SEEDING', CHECK_TIMEOUT_S);
		const began = now();
		const { took } = await service.ask('DELETE', `/downloads/${infohash}`, { remove_data: true });
		const root = join(torrent.folder, torrent.name);
		while (existsSync(root) || (await service.list()).downloads.length > 0) {
			if (now() > began + CHECK_TIMEOUT_S * 1000) throw new Error('the data was not deleted in time');
			await sleep(10);
		}
		const all = (now() - began) / 1000;
		const copying = now();
		execFileSync('rm', ['-r', copy]);
		const title = `removal of ${torrent.files.length.toLocaleString('en')} files with their data`;
		return [
			{ title: `${title}: response`, value: took, unit: 'ms', digits: 0, atMost: 1_000 },
			{ title: `${title}: deleted`, value: all, ...seconds },
			{ title: `${title}: by rm -r`, value: (now() - copying) / 1000, ...seconds },
		];
	} finally {
		await service.stop();
	}
}
