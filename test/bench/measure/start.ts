import { now, sleep } from '../clock.ts';
import { Session } from '../pty/session.ts';
import { Replay } from '../replay.ts';
import type { Setting, Subject } from '../subject.ts';
import { press } from './press.ts';

const LIST_TIMEOUT_MS = 20_000;
const ANSWERS_IN_A_ROW = 5;

export interface StartResult {
	/** Milliseconds from the start to the first visible character, and to the list. */
	readonly painted: number;
	readonly listed: number;
	/** Milliseconds from the start to the number of all downloads; NaN if the program does not show it. */
	readonly whole: number;
	/** Milliseconds from the moment at which the service had sent the list. */
	readonly afterAnswer: number;
}

/** Starts a program and waits until its list is shown and the screen is at rest. Throws if no list appears. */
export async function open(subject: Subject, setting: Setting): Promise<Session> {
	const session = new Session(subject.command, setting.terminal, setting.folder);
	const deadline = now() + (subject.patience ?? LIST_TIMEOUT_MS);
	try {
		const shown = async (what: RegExp) => {
			while (!what.test(session.text())) {
				if (session.hasEnded) throw new Error(`${subject.name} ended: ${lastWords(session)}`);
				if (now() > deadline) throw new Error(`${subject.name} never showed the list: ${lastWords(session)}`);
				await session.more(session.chunks.length, 50);
				await sleep(20);
			}
		};
		if (subject.enter) {
			await shown(subject.enter.when);
			await press(session, subject.enter.key);
		}
		await shown(subject.listed);
		if (subject.whole) await untilWhole(session, subject.whole, deadline);
		await session.quiet(300, 3000);
		if (subject.answersLate) await answers(session, subject.down, deadline);
		return session;
	} catch (error) {
		await session.end(subject.quit);
		throw error;
	}
}

/** Waits until the screen shows that the whole list is known. Only changed cells are sent, so a terminal reads them. */
async function untilWhole(session: Session, whole: RegExp, deadline: number): Promise<void> {
	const replay = new Replay(session);
	for (;;) {
		await replay.to(session.chunks.length);
		if (whole.test(replay.text) || session.hasEnded || now() > deadline) return;
		await session.more(replay.next, 50);
	}
}

/**
 * Presses a key until some consecutive presses were answered. After the deadline the program is measured as it is.
 */
async function answers(session: Session, key: string, deadline: number): Promise<void> {
	for (let row = 0; row < ANSWERS_IN_A_ROW && now() < deadline && !session.hasEnded; ) {
		const { from, to } = await press(session, key, 1000);
		row = from === to ? 0 : row + 1;
	}
}

/** Returns the last text on the screen. */
function lastWords(session: Session): string {
	const plain = session.text().replace(/\x1b\[[0-?]*[ -/]*[@-~]|[\x00-\x1f]+/g, ' ');
	return plain.trim().slice(-200);
}

/** Returns the times of the first frames of a session. */
export async function readStart(session: Session, subject: Subject, setting: Setting): Promise<StartResult> {
	const replay = new Replay(session);
	const { whole } = subject;
	const found = { painted: Number.NaN, listed: Number.NaN, whole: Number.NaN, afterAnswer: Number.NaN };
	for (let chunk = await replay.step(); chunk; chunk = await replay.step()) {
		const at = chunk.at - session.started;
		if (Number.isNaN(found.painted) && replay.picture.filled > 0) found.painted = at;
		if (Number.isNaN(found.listed) && subject.listed.test(replay.text)) {
			found.listed = at;
			if (Number.isNaN(found.painted)) found.painted = at;
			const sent = setting.sentAfter?.(session.started);
			if (sent !== undefined) found.afterAnswer = chunk.at - sent;
		}
		if (Number.isNaN(found.listed)) continue;
		if (whole?.test(replay.text)) return { ...found, whole: at };
		if (!whole) break;
	}
	return found;
}
