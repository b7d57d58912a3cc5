import { now, sleep } from '../clock.ts';
import { press } from '../measure/press.ts';
import type { Session } from '../pty/session.ts';
import type { Replay } from '../replay.ts';
import type { Finding } from '../report/finding.ts';
import { median, quantile } from '../statistics.ts';
import { openFiles } from './typing.ts';

/** Typed while files are read: what works everywhere, and paints a lot. */
const [openHelp, closeHelp] = ['?', 'q'];
/** Milliseconds. */
const pauseBetweenKeys = 20;
/** Milliseconds in which all files must be there. */
const patience = 30_000;

/** The opening of the tab of files, as it was recorded. Times in milliseconds. */
interface Opening {
	readonly asked: number;
	/** When the last of the files had come. */
	readonly allAt: number;
	/** The chunk before it was asked for, and the one behind the last of it. */
	readonly from: number;
	readonly next: number;
	/** From keys that were pressed meanwhile to the first byte in answer. */
	readonly answers: readonly number[];
}

/** How long an opening took, milliseconds. */
export interface Opened {
	readonly first: number;
	readonly page: number;
	readonly all: number;
	readonly answers: readonly number[];
}

/** Opens the tab, and opens and closes the help until all files are shown: keys are not to wait for that. */
export async function openTab(session: Session): Promise<Opening> {
	const from = session.chunks.length;
	const asked = session.write(openFiles);
	const deadline = now() + patience;
	const answers: number[] = [];
	let isOpen = false;
	// The help must not be what is painted first.
	await session.more(from, 1000);
	while (!/\d\D{1,12}of\D{1,12}\d+\D{1,12}files\D{1,12}wanted/.test(session.text(from))) {
		if (session.hasEnded || now() > deadline) throw new Error('the tab of files never showed all files');
		const before = session.chunks.length;
		const at = session.write(isOpen ? closeHelp : openHelp);
		isOpen = !isOpen;
		if (await session.more(before, 1000)) answers.push((session.chunks[before]?.at ?? at) - at);
		await sleep(pauseBetweenKeys);
	}
	const [allAt, next] = [session.lastAt, session.chunks.length];
	if (isOpen) await press(session, closeHelp);
	return { asked, allAt, from, next, answers };
}

/** What an opening showed, and when. The replay stands behind it afterwards. */
export async function readOpening(
	{ asked, allAt, from, next, answers }: Opening,
	replay: Replay,
): Promise<Opened> {
	await replay.to(from);
	const before = replay.picture;
	let [first, page] = [Number.NaN, Number.NaN];
	while (replay.next < next) {
		const chunk = await replay.step();
		if (!chunk) break;
		if (Number.isNaN(first) && replay.picture !== before) first = chunk.at - asked;
		if (Number.isNaN(page) && /\bFiles\/ /.test(replay.text)) page = chunk.at - asked;
	}
	return { first, page, all: allAt - asked, answers };
}

/** The medians of several openings; of the keys that were pressed meanwhile all together. */
export function openingFindings(openings: readonly Opened[]): Finding[] {
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
