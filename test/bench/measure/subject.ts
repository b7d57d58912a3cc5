import { sleep } from '../clock.ts';
import type { Session } from '../pty/session.ts';
import { Replay } from '../replay.ts';
import { median } from '../statistics.ts';
import type { Series, SeriesName, Setting, Subject } from '../subject.ts';
import { hold } from './hold.ts';
import { type IdleResult, readIdle, rest } from './idle.ts';
import { press, readSeries, type SeriesResult, type TypedSeries, type } from './press.ts';
import { open, readStart, type StartResult } from './start.ts';

/** All measurements of one program with one list. */
export interface Measured {
	readonly subject: string;
	readonly downloads: number;
	readonly columns: number;
	readonly rows: number;
	/** The median of all starts. */
	readonly start: StartResult;
	readonly series: Partial<Record<SeriesName, SeriesResult>>;
	readonly idle: IdleResult;
	/** Peak memory, bytes. */
	readonly peakMemory: number;
	/** Median time until the screen is at rest after a held key is released, ms. Also on a link of 8 KB/s. */
	readonly lag: number;
	readonly lagOnSlowLink: number;
	/** Series without a result, and the reasons. */
	readonly failures: readonly string[];
	/** The rounds that this combines, in their order; absent for one round. */
	readonly rounds?: readonly Measured[];
}

/** Bytes a second of the slow link. */
export const SLOW_LINK_RATE = 8192;
/** These series change the list, so each has its own session. */
const alone: readonly SeriesName[] = ['sort', 'filter'];

export async function measureSubject(subject: Subject, setting: Setting): Promise<Measured> {
	const { effort, terminal, downloads } = setting;
	const failures: string[] = [];
	const starts: StartResult[] = [];
	for (let n = 1; n < effort.starts; n++) {
		const session = await open(subject, setting);
		await session.end(subject.quit);
		starts.push(await readStart(session, subject, setting));
	}
	const session = await open(subject, setting);
	const typed: { series: Series; how: TypedSeries; session: Session }[] = [];
	const shared = subject.series.filter(({ name }) => !alone.includes(name));
	for (const series of shared)
		typed.push({ series, how: await type(session, series, effort.presses[series.name]), session });
	await press(session, subject.home);
	await sleep(effort.rest * 1000);
	const rested = await rest(session, effort.idle);
	const lags: number[] = [];
	for (let n = 0; n < effort.holds; n++) {
		await press(session, subject.home);
		lags.push(await hold(session, subject.down));
	}
	if (session.hasEnded) failures.push('it ended by itself');
	await session.end(subject.quit);
	for (const series of subject.series.filter(({ name }) => alone.includes(name))) {
		const own = await open(subject, setting);
		typed.push({ series, how: await type(own, series, effort.presses[series.name]), session: own });
		if (own.hasEnded) failures.push(`it ended by itself: ${series.name}`);
		await own.end(subject.quit);
	}
	const slowLags: number[] = [];
	if (effort.holds > 0) {
		const slow = { ...setting, terminal: { ...terminal, bytesPerSecond: SLOW_LINK_RATE } };
		try {
			const own = await open(subject, slow);
			for (let n = 0; n < effort.holds; n++) {
				await press(own, subject.home);
				slowLags.push(await hold(own, subject.down));
			}
			await own.end(subject.quit);
		} catch (error) {
			failures.push(`on 8 KB/s: ${error instanceof Error ? error.message : String(error)}`);
		}
	}

	// Recordings are read after all measurements, so that reading disturbs none.
	starts.push(await readStart(session, subject, setting));
	const series: Partial<Record<SeriesName, SeriesResult>> = {};
	const replays = new Map<Session, Replay>();
	for (const {
		series: { name },
		how,
		session: where,
	} of typed) {
		const replay = replays.get(where) ?? new Replay(where);
		replays.set(where, replay);
		series[name] = await readSeries(where, replay, how);
	}
	return {
		subject: subject.name,
		downloads,
		columns: terminal.columns,
		rows: terminal.rows,
		start: {
			painted: median(starts.map(({ painted }) => painted)),
			listed: median(starts.map(({ listed }) => listed)),
			whole: median(starts.map(({ whole }) => whole)),
			afterAnswer: median(starts.map(({ afterAnswer }) => afterAnswer)),
		},
		series,
		idle: await readIdle(session, replays.get(session) ?? new Replay(session), rested),
		peakMemory: session.peakMemory,
		lag: median(lags),
		lagOnSlowLink: median(slowLags),
		failures: failures,
	};
}
