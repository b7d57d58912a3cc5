import { now, sleep } from '../clock.ts';
import { press } from '../measure/press.ts';
import type { Session } from '../pty/session.ts';
import { Replay } from '../replay.ts';
import type { Finding } from '../report/finding.ts';
import { median, quantile } from '../statistics.ts';
import { openFiles } from './typing.ts';

/** Keys typed while files are read. They work everywhere and repaint many cells. */
const [openHelp, closeHelp] = ['?', 'q'];
/** Milliseconds. */
const KEY_INTERVAL_MS = 20;
/** Timeout for all files, milliseconds. */
const TIMEOUT_MS = 30_000;

/** The recorded opening of the files tab. Times in milliseconds. */
interface Opening {
	readonly requestedAt: number;
	/** Time at which the last file arrived. */
	readonly allAt: number;
	/** Number of the chunk before the request, and of the one after its last chunk. */
	readonly from: number;
	readonly next: number;
	/** Milliseconds from each key pressed meanwhile to the first byte of its answer. */
	readonly answers: readonly number[];
}

/** Duration of an opening, milliseconds. */
export interface OpeningTimes {
	readonly first: number;
	readonly page: number;
	readonly all: number;
	readonly answers: readonly number[];
}

/** Opens the tab, then opens and closes the help until all files are shown. Keys must not wait for the files. */
export async function openTab(session: Session): Promise<Opening> {
	const from = session.chunks.length;
	const requestedAt = session.write(openFiles);
	const deadline = now() + TIMEOUT_MS;
	const answers: number[] = [];
	let isOpen = false;
	// The help must not be painted first.
	await session.more(from, 1000);
	// Only a terminal knows the whole text: the cockpit sends changed cells.
	const screen = new Replay(session);
	while (!/\d of \d+ files selected/.test(screen.text)) {
		if (session.hasEnded || now() > deadline) throw new Error('the tab of files never showed all files');
		const before = session.chunks.length;
		const at = session.write(isOpen ? closeHelp : openHelp);
		isOpen = !isOpen;
		if (await session.more(before, 1000)) answers.push((session.chunks[before]?.at ?? at) - at);
		await sleep(KEY_INTERVAL_MS);
		await screen.to(session.chunks.length);
	}
	const [allAt, next] = [session.lastAt, session.chunks.length];
	if (isOpen) await press(session, closeHelp);
	return { requestedAt: requestedAt, allAt, from, next, answers };
}

/** Returns the times of an opening. The replay is after the opening then. */
export async function readOpening(
	{ requestedAt, allAt, from, next, answers }: Opening,
	replay: Replay,
): Promise<OpeningTimes> {
	await replay.to(from);
	const before = replay.picture;
	let [first, page] = [Number.NaN, Number.NaN];
	while (replay.next < next) {
		const chunk = await replay.step();
		if (!chunk) break;
		if (Number.isNaN(first) && replay.picture !== before) first = chunk.at - requestedAt;
		if (Number.isNaN(page) && /\bFiles\/ /.test(replay.text)) page = chunk.at - requestedAt;
	}
	return { first, page, all: allAt - requestedAt, answers };
}

/** Returns the medians of several openings. Keys pressed meanwhile are taken together. */
export function openingFindings(openings: readonly OpeningTimes[]): Finding[] {
	const ms = (title: string, value: number, atMost?: number): Finding => ({
		title,
		value,
		unit: 'ms',
		digits: 1,
		...(atMost === undefined ? {} : { atMost }),
	});
	const answers = openings.flatMap((one) => one.answers);
	return [
		ms('the tab opens: first paint', median(openings.map(({ first }) => first)), 16),
		ms('first lines of files', median(openings.map(({ page }) => page))),
		ms('all files are here', median(openings.map(({ all }) => all))),
		ms('a key meanwhile (help), p50', median(answers)),
		ms('a key meanwhile (help), p99', quantile(answers, 0.99), 50),
	];
}
