import { now, sleep } from '../clock.ts';
import type { Session } from '../pty/session.ts';
import { changedCells, fullClears, isBlankFrame, type Replay } from '../replay.ts';
import { median, quantile, randomNumbers } from '../statistics.ts';
import type { Typing } from '../subject.ts';

/** Milliseconds without output before a press, and after which its answer is complete. */
const QUIET_MS = 25;
const MAX_WAIT_MS = 1000;
/** The same for presses that are not measured. */
const SHORT_WAIT_MS = 150;
/** Number of presses without an answer after which the series ends. */
const MAX_UNANSWERED = 3;

interface Press {
	readonly at: number;
	/** Number of the first chunk after the press, and of the one after its last chunk. */
	readonly from: number;
	readonly to: number;
}

/** A typed series. Its output is read later. */
export interface TypedSeries {
	readonly presses: readonly Press[];
	/** Processor milliseconds, and duration of the series in milliseconds. */
	readonly cpu: number;
	readonly took: number;
}

export interface SeriesResult {
	readonly presses: number;
	/** Presses without any byte, and presses with bytes but no visible change. */
	readonly silent: number;
	readonly unchanged: number;
	/** Milliseconds from the press to the first visible change, of each press that has one. */
	readonly times: readonly number[];
	readonly p50: number;
	readonly p99: number;
	readonly bytes: number;
	/** Processor milliseconds of each press, including all other work meanwhile. */
	readonly cpuGross: number;
	/** Milliseconds between two presses. Other work meanwhile is subtracted with it. */
	readonly interval: number;
	readonly fullClears: number;
	readonly blankFrames: number;
}

const random = randomNumbers(12345);

/**
 * Presses a key when the screen is at rest. The moment is random, so that no timer of the program is hit repeatedly.
 */
export async function press(session: Session, key: string, wait = SHORT_WAIT_MS): Promise<Press> {
	await session.quiet(QUIET_MS, MAX_WAIT_MS);
	await sleep(random() * 20);
	const from = session.chunks.length;
	const at = session.write(key);
	if (await session.more(from, wait)) await session.quiet(QUIET_MS, MAX_WAIT_MS);
	return { at, from, to: session.chunks.length };
}

/** Types a series until `count` presses were counted, or the program does not answer. */
export async function type(session: Session, series: Typing, count: number): Promise<TypedSeries> {
	for (const key of series.before ?? []) await press(session, key);
	const presses: Press[] = [];
	const [cpu, began] = [session.cpu(), now()];
	const isDeaf = () =>
		presses.length >= MAX_UNANSWERED && presses.slice(-MAX_UNANSWERED).every(({ from, to }) => from === to);
	while (presses.length < count && !session.hasEnded && !isDeaf()) {
		if (series.open !== undefined) {
			const opened = await press(session, series.open, MAX_WAIT_MS);
			// Letters typed into a program without a filter would be commands.
			if (opened.from === opened.to) break;
		}
		for (const key of series.keys) {
			if (presses.length >= count || session.hasEnded || isDeaf()) break;
			presses.push(await press(session, key, MAX_WAIT_MS));
		}
		if (series.close !== undefined) await press(session, series.close);
		else if (presses.length < count && !series.returns)
			for (const key of series.before ?? []) await press(session, key);
	}
	return { presses, cpu: session.cpu() - cpu, took: now() - began };
}

/** Returns the visible changes of a series. Moves the replay from before the first press to after the last. */
export async function readSeries(
	{ chunks }: Pick<Session, 'chunks'>,
	replay: Replay,
	typed: TypedSeries,
): Promise<SeriesResult> {
	const { presses } = typed;
	const times: number[] = [];
	const bytes: number[] = [];
	let [silent, unchanged, clears, blank] = [0, 0, 0, 0];
	for (const { at, from, to } of presses) {
		await replay.to(from);
		const before = replay.picture;
		const pictures = [before];
		let changedAt: number | undefined;
		while (replay.next < to) {
			const chunk = await replay.step();
			const { picture } = replay;
			if (!chunk || picture === pictures.at(-1)) continue;
			pictures.push(picture);
			if (changedAt === undefined && changedCells(before, picture) > 0) changedAt = chunk.at;
		}
		// A filter may leave few rows. A frame is blank if it shows less than both the frame before and the last one.
		const after = replay.picture;
		blank += pictures.filter((one) => isBlankFrame(before, one) && isBlankFrame(after, one)).length;
		const written = chunks.slice(from, to);
		clears += fullClears(Buffer.concat(written.map((chunk) => chunk.bytes)).toString('latin1'));
		if (from === to) silent++;
		else bytes.push(written.reduce((total, chunk) => total + chunk.bytes.length, 0));
		if (changedAt !== undefined) times.push(changedAt - at);
		else if (from !== to) unchanged++;
	}
	const count = Math.max(1, presses.length);
	return {
		presses: presses.length,
		silent,
		unchanged,
		times,
		p50: median(times),
		p99: quantile(times, 0.99),
		bytes: median(bytes),
		cpuGross: typed.cpu / count,
		interval: typed.took / count,
		fullClears: clears,
		blankFrames: blank,
	};
}
