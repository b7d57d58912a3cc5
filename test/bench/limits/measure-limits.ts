import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startScrapedTracker } from '../../interop/tracker.ts';
import { now, sleep } from '../clock.ts';
import type { Finding } from '../report/finding.ts';
import { Served } from '../scale/served.ts';
import { type WrittenTorrent, writeSparseTorrent } from '../scale/torrents.ts';

const TORRENTS = 20;
const megabyte = 1_000_000;
const MEBIBYTE = 1024 * 1024;
/** Size of a torrent: 20 of them last for more than 20 s at the highest limit. */
const TORRENT_BYTES = 32 * MEBIBYTE;
/** Limits, bytes per second. */
const LIMITS = [20 * megabyte, megabyte] as const;
const WINDOW_S = 20;
const QUICK_WINDOW_S = 10;
/** Share by which a rate may differ from its limit. */
const TOLERANCE = 0.05;
const START_TIMEOUT_MS = 60_000;
/** The engine reports its counters each second. */
const POLL_MS = 10;

export interface LimitsBenchOptions {
	readonly folder: string;
	/** The bundle of the program. */
	readonly program: string;
	readonly quick: boolean;
}

type Direction = 'download' | 'upload';
type Counter = 'total_down' | 'total_up';

/**
 * Measures the rates of 20 torrents between two services on loopback, with limits of all downloads of the receiver,
 * then of the sender. Rates are those of blocks, measured at both.
 */
export async function measureLimits(options: LimitsBenchOptions): Promise<Finding[]> {
	const folder = mkdtempSync(join(options.folder, 'limits-'));
	const tracker = await startScrapedTracker();
	const services: Served[] = [];
	const start = async (name: string) => {
		const place = mkdtempSync(join(folder, `${name}-`));
		const service = await Served.start({
			folder: place,
			program: options.program,
			flags: ['--peer-host', '127.0.0.1'],
		});
		services.push(service);
		await service.started();
		return service;
	};
	try {
		const torrents = Array.from({ length: TORRENTS }, (_, at) =>
			writeSparseTorrent(folder, `torrent-${at}`, {
				length: TORRENT_BYTES,
				pieceLength: MEBIBYTE / 4,
				announce: tracker.url,
			}),
		);
		const [sender, receiver] = [await start('sender'), await start('receiver')];
		for (const { path, folder: data } of torrents) await sender.add(path, data);
		for (const { infohash } of torrents)
			await tracker.untilListed(infohash, { seeds: 1 }, () => 'of the sender');
		const findings: Finding[] = [];
		for (const direction of ['download', 'upload'] as const) {
			for (const limit of LIMITS) {
				const limited = direction === 'download' ? receiver : sender;
				const parties = { sender, receiver, limited };
				const seconds = options.quick ? QUICK_WINDOW_S : WINDOW_S;
				findings.push(...(await measureLimit(parties, { folder, torrents, direction, limit, seconds })));
			}
		}
		return findings;
	} finally {
		for (const service of services) await service.stop();
		await tracker.close();
		rmSync(folder, { recursive: true, force: true });
	}
}

interface Parties {
	readonly sender: Served;
	readonly receiver: Served;
	/** One of them. */
	readonly limited: Served;
}

interface Transfer {
	readonly folder: string;
	readonly torrents: readonly WrittenTorrent[];
	readonly direction: Direction;
	/** Bytes per second. */
	readonly limit: number;
	readonly seconds: number;
}

async function measureLimit(parties: Parties, transfer: Transfer): Promise<Finding[]> {
	const { sender, receiver, limited } = parties;
	const { torrents, direction, limit, seconds } = transfer;
	await setLimit(limited, { [direction]: limit });
	const destination = mkdtempSync(join(transfer.folder, 'arriving-'));
	for (const { path } of torrents) await receiver.add(path, destination);
	const [received, sent] = await Promise.all([
		rateOf(receiver, 'total_down', seconds),
		rateOf(sender, 'total_up', seconds),
	]);
	for (const { infohash } of torrents)
		await receiver.ask('DELETE', `/downloads/${infohash}`, { remove_data: true });
	await setLimit(limited, { [direction]: 0 });
	rmSync(destination, { recursive: true, force: true });
	const finding = (at: string, rate: number): Finding => ({
		title: `${direction} limit of ${limit / megabyte} MB/s: ${at}, relative to the limit`,
		value: rate / limit,
		unit: '',
		digits: 3,
		atLeast: 1 - TOLERANCE,
		atMost: 1 + TOLERANCE,
	});
	return [finding('receiver', received), finding('sender', sent)];
}

async function setLimit(service: Served, limits: Readonly<Record<string, number>>): Promise<void> {
	const { status, body } = await service.ask('PATCH', '/settings', { limits });
	if (status !== 200) throw new Error(`the limit was refused: ${body}`);
}

/** Resolves with the mean rate of all downloads in bytes per second, from their first report with new data on. */
async function rateOf(service: Served, counter: Counter, seconds: number): Promise<number> {
	const before = await total(service, counter);
	const first = await nextReport(service, counter, before);
	await sleep(seconds * 1_000 - 500);
	const last = await nextReport(service, counter, await total(service, counter));
	return ((last.bytes - first.bytes) * 1_000) / (last.at - first.at);
}

/** Resolves with the bytes of the first report that differs from `known`, and its time, ms. */
async function nextReport(
	service: Served,
	counter: Counter,
	known: number,
): Promise<{ readonly bytes: number; readonly at: number }> {
	for (const deadline = now() + START_TIMEOUT_MS; now() < deadline; await sleep(POLL_MS)) {
		const bytes = await total(service, counter);
		if (bytes !== known) return { bytes, at: now() };
	}
	throw new Error(`no data was transferred within ${START_TIMEOUT_MS / 1_000} s`);
}

async function total(service: Served, counter: Counter): Promise<number> {
	const { downloads } = await service.list();
	return downloads.reduce((sum, download) => sum + download[counter], 0);
}
