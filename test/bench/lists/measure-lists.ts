import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startTracker } from '../../programs/seeder.ts';
import { now, sleep } from '../clock.ts';
import { readSeries, type TypedSeries, type } from '../measure/press.ts';
import { open, readStart } from '../measure/start.ts';
import { cpuOf, treeOf } from '../processes.ts';
import type { Session, Terminal } from '../pty/session.ts';
import { Replay } from '../replay.ts';
import type { Finding } from '../report/finding.ts';
import { Served } from '../scale/served.ts';
import { writeFolderTorrent } from '../scale/torrents.ts';
import type { Setting } from '../subject.ts';
import { cockpit } from '../subjects.ts';
import { Line } from './line.ts';

/** Number of downloads that change each second: they are uploaded. All others are stopped. */
const CHANGING = 20;
/** Bytes of each of them, and the rate of its upload, bytes per second. They last longer than the measurement. */
const UPLOADED_BYTES = 6 * 1024 * 1024;
const RATE = 30_000;
/** Seconds without keys before and during the idle figures. */
const REST_S = 15;
const IDLE_S = 20;
/** A distant service. */
const DISTANT = { bytesPerSecond: 1_000_000, delayMs: 50 };
const CHANGE_TIMEOUT_MS = 20_000;

export interface ListsOptions {
	readonly folder: string;
	/** The bundle of the program. */
	readonly program: string;
	readonly terminal: Terminal;
	readonly quick: boolean;
}

/** Measures what the list of `seedtop serve` costs with a cockpit, on loopback and on a slow line. */
export async function measureLists(options: ListsOptions): Promise<Finding[]> {
	const findings: Finding[] = [];
	for (const count of options.quick ? [1_000] : [1_000, 10_000]) {
		const folder = mkdtempSync(join(options.folder, 'lists-'));
		const running = await startServices(folder, options.program, count);
		try {
			findings.push(...(await onLoopback(running.service, folder, count, options)));
			if (count > 1_000 || options.quick)
				findings.push(...(await onSlowLine(running.service, folder, count, options)));
		} finally {
			await running.stop();
			rmSync(folder, { recursive: true, force: true });
		}
	}
	return findings;
}

/** Starts a service with so many downloads, of which another service downloads some. */
async function startServices(folder: string, program: string, count: number) {
	const tracker = await startTracker();
	const uploaded = Array.from({ length: CHANGING }, (_, n) =>
		writeFolderTorrent(folder, `Some.Distribution.${n}-uploaded`, {
			files: 1,
			size: UPLOADED_BYTES,
			pieceLength: 64 * 1024,
			announce: tracker.url,
		}),
	);
	const first = await Served.start({ folder, program });
	try {
		await first.started();
		for (const { path, folder: data } of uploaded) await first.add(path, data);
		for (const { infohash } of uploaded) await first.until(infohash, 'SEEDING', 60);
	} finally {
		await first.stop();
	}
	const fill = fileURLToPath(new URL('./fill.ts', import.meta.url));
	execFileSync(process.execPath, ['--import', 'tsx', fill, folder, `${CHANGING}`, `${count}`]);
	const service = await Served.start({ folder, program });
	await service.started();
	const other = join(folder, 'other');
	mkdirSync(other);
	const receiver = await Served.start({ folder: other, program });
	await receiver.started();
	for (const { path, infohash } of uploaded) {
		await receiver.add(path, join(other, 'received'));
		await receiver.ask('PATCH', `/downloads/${infohash}`, { max_download_speed: RATE });
	}
	for (const { infohash } of uploaded) await receiver.until(infohash, 'DOWNLOADING', 60);
	const stop = async () => {
		await Promise.all([receiver.stop(), service.stop()]);
		await tracker.close();
	};
	return { service, stop };
}

function settingOf(folder: string, downloads: number, { terminal, quick }: ListsOptions): Setting {
	mkdirSync(join(folder, 'home'), { recursive: true });
	const presses = { key: quick ? 40 : 100, scroll: 0, page: 0, sort: 0, filter: 0 };
	const effort = { presses, rest: 0, idle: 0, starts: 1, holds: 0 };
	return { downloads, terminal, effort, folder: join(folder, 'home') };
}

async function onLoopback(
	service: Served,
	folder: string,
	count: number,
	options: ListsOptions,
): Promise<Finding[]> {
	const line = await Line.open(service.url);
	const setting = settingOf(folder, count, options);
	const subject = cockpit(options.program, line.url, setting);
	const session = await open(subject, setting);
	try {
		await sleep(REST_S * 1000);
		const [own, ...engine] = treeOf(service.pid);
		const read = () => ({
			at: now(),
			bytes: line.received,
			cockpit: session.cpu(),
			service: cpuOf([own ?? 0]),
			engine: cpuOf(engine),
		});
		const before = read();
		await sleep(IDLE_S * 1000);
		const after = read();
		const seconds = (after.at - before.at) / 1000;
		const cpu = (of: 'cockpit' | 'service' | 'engine') => (after[of] - before[of]) / seconds;
		const title = (what: string) => `${count.toLocaleString('en')}, ${CHANGING} changing: ${what}`;
		const typed = await typeKeys(session, setting);
		const keys = await readKeys(session, typed);
		return [
			{
				title: title('bytes a second'),
				value: (after.bytes - before.bytes) / seconds / 1000,
				unit: 'kB',
				digits: 1,
				atMost: 20,
			},
			...(['cockpit', 'service', 'engine'] as const).map((of) => ({
				title: title(`CPU of the ${of} a second`),
				value: cpu(of),
				unit: 'ms',
				digits: 1,
			})),
			{ title: title('key, p99'), value: keys, unit: 'ms', digits: 1, atMost: 16 },
		];
	} finally {
		await session.end(subject.quit);
		line.close();
	}
}

async function onSlowLine(
	service: Served,
	folder: string,
	count: number,
	options: ListsOptions,
): Promise<Finding[]> {
	const line = await Line.open(service.url, DISTANT);
	const setting = settingOf(folder, count, options);
	const subject = { ...cockpit(options.program, line.url, setting), patience: 120_000 };
	const session = await open(subject, setting);
	try {
		const { listed, whole } = await readStart(session, subject, setting);
		const changed = await timeOfChange(service, session);
		const keys = await readKeys(session, await typeKeys(session, setting));
		const title = (what: string) => `${count.toLocaleString('en')} on 1 MB/s, 100 ms: ${what}`;
		return [
			{ title: title('first rows'), value: listed / 1000, unit: 's', digits: 2, atMost: 2.5 },
			{ title: title('all rows'), value: whole / 1000, unit: 's', digits: 2, atMost: 5 },
			{ title: title('a change is seen'), value: changed / 1000, unit: 's', digits: 2, atMost: 2 },
			{ title: title('key, p99'), value: keys, unit: 'ms', digits: 1, atMost: 16 },
		];
	} finally {
		await session.end(subject.quit);
		line.close();
	}
}

/** Changes the name of the first download. Returns the time until the screen shows it, ms; NaN if it never does. */
async function timeOfChange(service: Served, session: Session): Promise<number> {
	session.write('\x1b[H');
	await sleep(500);
	const { downloads } = await service.list();
	const [first] = downloads;
	const replay = new Replay(session);
	await replay.to(session.chunks.length);
	const name = `Changed.${now().toFixed(0)}`;
	const sent = now();
	await service.ask('PATCH', `/downloads/${first?.infohash}`, { name });
	while (now() - sent < CHANGE_TIMEOUT_MS) {
		await replay.to(session.chunks.length);
		if (replay.text.includes(name)) return session.lastAt - sent;
		await session.more(replay.next, 50);
	}
	return Number.NaN;
}

function typeKeys(session: Session, setting: Setting): Promise<TypedSeries> {
	const [series] = cockpit('', '', setting).series;
	if (!series) throw new Error('there are no keys');
	return type(session, series, setting.effort.presses.key);
}

async function readKeys(session: Session, typed: TypedSeries): Promise<number> {
	return (await readSeries(session, new Replay(session), typed)).p99;
}
