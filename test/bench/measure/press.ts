import { now, sleep } from '../clock.ts';
import type { Session } from '../pty/session.ts';
import { changedCells, fullClears, isBlankFrame, type Replay } from '../replay.ts';
import { median, quantile, randomNumbers } from '../statistics.ts';
import type { Typing } from '../subject.ts';

/** Milliseconds without output before a key is pressed, and after which its answer counts as complete. */
const calm = 25;
const longestWait = 1000;
/** For presses that are not measured. */
const shortWait = 150;
/** So many presses without a byte in answer, and the series is given up. */
const deaf = 3;

interface Press {
	readonly at: number;
	/** Numbers of the first chunk after it, and of the one behind its last. */
	readonly from: number;
	readonly to: number;
}

/** A series as it was typed; what it showed is read later. */
export interface Typed {
	readonly presses: readonly Press[];
	/** Milliseconds of the processor, and milliseconds that the series took. */
	readonly cpu: number;
	readonly took: number;
}

export interface SeriesResult {
	readonly presses: number;
	/** Presses that brought no byte, and those that brought bytes but changed nothing that can be seen. */
	readonly silent: number;
	readonly unchanged: number;
	/** Milliseconds from the press to the first visible change. */
	readonly p50: number;
	readonly p99: number;
	readonly bytes: number;
	/** Milliseconds of the processor for each press, everything else that went on meanwhile included. */
	readonly cpuGross: number;
	/** Milliseconds between two presses: what went on meanwhile is taken out with it. */
	readonly interval: number;
	readonly fullClears: number;
	readonly blankFrames: number;
}

const random = randomNumbers(12345);

/** Presses a key when the screen is calm, at a random moment so that no timer of the program is met again and again. */
export async function press(session: Session, key: string, wait = shortWait): Promise<Press> {
	await session.quiet(calm, longestWait);
	await sleep(random() * 20);
	const from = session.chunks.length;
	const at = session.write(key);
	if (await session.more(from, wait)) await session.quiet(calm, longestWait);
	return { at, from, to: session.chunks.length };
}

/** Types a series until `count` of its presses were counted, or the program does not answer. */
export async function type(session: Session, series: Typing, count: number): Promise<Typed> {
	for (const key of series.before ?? []) await press(session, key);
	const presses: Press[] = [];
	const [cpu, began] = [session.cpu(), now()];
	const isDeaf = () => presses.length >= deaf && presses.slice(-deaf).every(({ from, to }) => from === to);
	while (presses.length < count && !session.hasEnded && !isDeaf()) {
		if (series.open !== undefined) {
			const opened = await press(session, series.open, longestWait);
			// Letters typed into a program that has no filter would be commands.
			if (opened.from === opened.to) break;
		}
		for (const key of series.keys) {
			if (presses.length >= count || session.hasEnded || isDeaf()) break;
			presses.push(await press(session, key, longestWait));
		}
		if (series.close !== undefined) await press(session, series.close);
		else if (presses.length < count && !series.returns)
			for (const key of series.before ?? []) await press(session, key);
	}
	return { presses, cpu: session.cpu() - cpu, took: now() - began };
}

/** What a series showed. The replay stands before its first press, and stands behind its last afterwards. */
export async function readSeries(
	{ chunks }: Pick<Session, 'chunks'>,
	replay: Replay,
	typed: Typed,
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
		// A filter may leave few rows: blank is what has less than was there and than comes in the end.
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
		p50: median(times),
		p99: quantile(times, 0.99),
		bytes: median(bytes),
		cpuGross: typed.cpu / count,
		interval: typed.took / count,
		fullClears: clears,
		blankFrames: blank,
	};
}
