import { now, sleep } from '../clock.ts';
import type { Session } from '../pty/session.ts';
import { changedCells, fullClears, isBlankFrame, type Replay } from '../replay.ts';

/** Chunks closer together than this are one update. Milliseconds. */
const BURST_GAP_MS = 5;

/** A recorded stretch without keys. */
export interface IdleRecording {
	readonly from: number;
	readonly to: number;
	/** Milliseconds. */
	readonly cpu: number;
	readonly took: number;
	/** Bytes of memory at the end. */
	readonly memory: number;
}

export interface IdleResult {
	readonly bytesPerSecond: number;
	readonly bytesPerCell: number;
	readonly cellsPerSecond: number;
	/** Share of one core, in percent. */
	readonly cpu: number;
	readonly fullClears: number;
	readonly blankFrames: number;
	readonly memory: number;
}

/** Runs a program without keys for so many seconds. */
export async function rest(session: Session, seconds: number): Promise<IdleRecording> {
	const from = session.chunks.length;
	const [cpu, began] = [session.cpu(), now()];
	await sleep(seconds * 1000);
	return {
		from,
		to: session.chunks.length,
		cpu: session.cpu() - cpu,
		took: now() - began,
		memory: session.sampleMemory(),
	};
}

/** Returns the updates during an idle stretch. */
export async function readIdle(
	{ chunks }: Pick<Session, 'chunks'>,
	replay: Replay,
	rested: IdleRecording,
): Promise<IdleResult> {
	const { from, to, cpu, took, memory } = rested;
	await replay.to(from);
	let shown = replay.picture;
	let [cells, blank] = [0, 0];
	while (replay.next < to) {
		const before = replay.picture;
		const chunk = await replay.step();
		const { picture } = replay;
		if (picture !== before && isBlankFrame(shown, picture)) blank++;
		const following = replay.next < to ? chunks[replay.next] : undefined;
		if (chunk && following && following.at - chunk.at < BURST_GAP_MS) continue;
		cells += changedCells(shown, picture);
		shown = picture;
	}
	const written = Buffer.concat(chunks.slice(from, to).map(({ bytes }) => bytes));
	return {
		bytesPerSecond: (written.length * 1000) / took,
		bytesPerCell: written.length / cells,
		cellsPerSecond: (cells * 1000) / took,
		cpu: (cpu * 100) / took,
		fullClears: fullClears(written.toString('latin1')),
		blankFrames: blank,
		memory,
	};
}
