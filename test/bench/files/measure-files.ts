import { existsSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { sleep } from '../clock.ts';
import { readIdle, rest } from '../measure/idle.ts';
import { press, readSeries, type SeriesResult, type TypedSeries, type } from '../measure/press.ts';
import { open } from '../measure/start.ts';
import { MAIN_COUNT } from '../options.ts';
import { type Programs, Service } from '../programs.ts';
import type { Session, Terminal } from '../pty/session.ts';
import { Replay } from '../replay.ts';
import type { Finding } from '../report/finding.ts';
import { cursorKeys, cursorSeries, type Setting, type Subject, type Typing } from '../subject.ts';
import { cockpit } from '../subjects.ts';
import { type OpeningTimes, openingFindings, openTab, readOpening } from './opening.ts';
import { expandAll, type FilesTyping, filesTyping } from './typing.ts';

export interface FilesOptions {
	readonly folder: string;
	/** The bundle of the cockpit. */
	readonly program: string;
	readonly programs: Programs;
	readonly terminal: Terminal;
	readonly quick: boolean;
}

/** Measurements of the details, with the files read in one way. */
export interface FilesFound {
	readonly title: string;
	readonly findings: readonly Finding[];
}

const FILE_COUNT = 100_000;
/** Milliseconds after which an escape is certainly a key of its own. */
const ESCAPE_MS = 300;
/** Number of openings of the tab, beside the one in which the keys are measured. */
const MORE_OPENINGS = 8;
const megabyte = 1_000_000;

/**
 * Measures the details in a list of 10,000 that is polled each second. The list and the files change. Covered are the
 * maximized files tab with 100,000 files, with trees and with lists only, and the split with the overview.
 */
export async function measureFiles(options: FilesOptions): Promise<FilesFound[]> {
	const found: FilesFound[] = [];
	for (const trees of [true, false]) {
		const service = await Service.start(options.programs.service, MAIN_COUNT, { count: FILE_COUNT, trees });
		try {
			const title = `100,000 files, ${trees ? 'read in views of a tree' : 'read as a list'}`;
			found.push({ title, findings: await measureTree(service, options) });
			if (trees)
				found.push({ title: 'the list beside the overview', findings: await measureSplit(service, options) });
		} finally {
			await service.stop();
		}
	}
	return found;
}

/** The cockpit once it shows its list. */
async function opened(service: Service, options: FilesOptions): Promise<[Session, Subject]> {
	const { folder, program, terminal } = options;
	if (!existsSync(program)) throw new Error(`${program} is not there: npm run build`);
	const effort = {
		presses: { key: 0, scroll: 0, page: 0, sort: 0, filter: 0 },
		rest: 0,
		idle: 0,
		starts: 1,
		holds: 0,
	};
	const home = mkdtempSync(join(folder, 'home-'));
	const setting: Setting = { downloads: MAIN_COUNT, terminal, effort, folder: home };
	const subject = cockpit(program, service.url, setting);
	return [await open(subject, setting), subject];
}

async function measureTree(service: Service, options: FilesOptions): Promise<Finding[]> {
	const { quick, terminal } = options;
	const openings: OpeningTimes[] = [];
	while (openings.length < (quick ? 0 : MORE_OPENINGS)) {
		const [session, { quit }] = await opened(service, options);
		const opening = await openTab(session);
		await session.end(quit);
		openings.push(await readOpening(opening, new Replay(session)));
	}
	const [session, { quit }] = await opened(service, options);
	const opening = await openTab(session);
	await session.quiet(300, 3000);
	const memoryOnceRead = session.sampleMemory();
	await press(session, expandAll);
	await press(session, cursorKeys.home);
	const done: { typing: FilesTyping; typed: TypedSeries }[] = [];
	for (const typing of filesTyping(terminal, FILE_COUNT)) {
		const presses = quick ? Math.ceil(typing.presses / 3) : typing.presses;
		done.push({ typing, typed: await type(session, typing, presses) });
	}
	await press(session, cursorKeys.home);
	const rested = await rest(session, quick ? 5 : 20);
	const endedByItself = session.hasEnded;
	await session.end(quit);
	if (endedByItself) throw new Error('the cockpit ended by itself in the tab of files');

	const replay = new Replay(session);
	openings.push(await readOpening(opening, replay));
	const findings = openingFindings(openings);
	const results: SeriesResult[] = [];
	for (const { typing, typed } of done) {
		const result = await readSeries(session, replay, typed);
		results.push(result);
		findings.push(...findingsOf(typing, result));
	}
	const idle = await readIdle(session, replay, rested);
	const key = results[0];
	return [
		...findings,
		...(key ? [cpuPerKey(key, idle.cpu)] : []),
		{ title: 'idle: bytes a second', value: idle.bytesPerSecond, unit: 'B', digits: 0, atMost: 600 },
		{ title: 'idle: CPU', value: idle.cpu, unit: '%', digits: 1 },
		{
			title: 'full clears',
			value: [idle, ...results].reduce((sum, one) => sum + one.fullClears, 0),
			unit: '',
			digits: 0,
			atMost: 0,
		},
		{ title: 'RSS, once all is read', value: memoryOnceRead / megabyte, unit: 'MB', digits: 0 },
		{ title: 'RSS, peak', value: session.peakMemory / megabyte, unit: 'MB', digits: 0 },
	];
}

async function measureSplit(service: Service, options: FilesOptions): Promise<Finding[]> {
	const [session, { quit }] = await opened(service, options);
	const { key } = Object.fromEntries(
		cursorSeries(options.terminal, MAIN_COUNT).map((series): [string, Typing] => [series.name, series]),
	);
	// Enter opens the split; the list keeps the keys.
	await press(session, '\r');
	await press(session, cursorKeys.leave);
	// Bytes right after an escape would form one key with it.
	await sleep(ESCAPE_MS);
	const typed = await type(session, key ?? { keys: [] }, options.quick ? 60 : 300);
	const rested = await rest(session, options.quick ? 5 : 10);
	await session.end(quit);
	const replay = new Replay(session);
	const result = await readSeries(session, replay, typed);
	const idle = await readIdle(session, replay, rested);
	return [
		...findingsOf({ title: 'key', p50: 3, p99: 16 }, result),
		cpuPerKey(result, idle.cpu),
		{ title: 'idle: bytes a second', value: idle.bytesPerSecond, unit: 'B', digits: 0 },
		{ title: 'idle: CPU', value: idle.cpu, unit: '%', digits: 1, atMost: 2 },
	];
}

function findingsOf(
	{ title, p50, p99, bytes }: Pick<FilesTyping, 'title' | 'p50' | 'p99' | 'bytes'>,
	result: SeriesResult,
): Finding[] {
	return [
		ms(`${title}, p50`, result.p50, p50),
		ms(`${title}, p99`, result.p99, p99),
		{
			title: `bytes: ${title}`,
			value: result.bytes,
			unit: 'B',
			digits: 0,
			...(bytes === undefined ? {} : { atMost: bytes }),
		},
	];
}

/** Milliseconds of the processor for a press, less the usage without any press. */
function cpuPerKey({ cpuGross, interval }: SeriesResult, idleCpu: number): Finding {
	return ms('CPU per key, net of idle', cpuGross - (idleCpu / 100) * interval, 4);
}

function ms(title: string, value: number, atMost?: number): Finding {
	return { title, value, unit: 'ms', digits: 1, ...(atMost === undefined ? {} : { atMost }) };
}
