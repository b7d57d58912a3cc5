import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { responseWithin, withMainThread } from './main-thread.ts';

const START_TIMEOUT_MS = 5_000;
/** A long profile takes some time to build. */
const STOP_TIMEOUT_MS = 30_000;

let running: Session | null = null;

/** Starts the profile of the main thread. */
export async function startProfile(): Promise<void> {
	if (running) throw new Error('the profile runs already');
	const session = new Session();
	running = session;
	try {
		session.connectToMainThread();
		await responseWithin(session.post('Profiler.enable'), START_TIMEOUT_MS);
		await responseWithin(session.post('Profiler.start'), START_TIMEOUT_MS);
	} catch (error) {
		end(session);
		throw error;
	}
}

/** Stops the profile and writes it to a new file. Returns its size in bytes. */
export async function stopProfile(path: string): Promise<number> {
	const session = running;
	if (!session) throw new Error('the profile does not run');
	try {
		const { profile } = await responseWithin(session.post('Profiler.stop'), STOP_TIMEOUT_MS);
		const bytes = Buffer.from(JSON.stringify(profile));
		writeFileSync(path, bytes, { mode: 0o600, flag: 'wx' });
		return bytes.length;
	} finally {
		end(session);
	}
}

function end(session: Session): void {
	session.disconnect();
	if (running === session) running = null;
}

/** Returns the bytes of the main thread's heap in use. */
export function heapUsed(): Promise<number> {
	return withMainThread(async (session) => {
		// Its type lacks the result.
		const usage: unknown = await responseWithin(session.post('Runtime.getHeapUsage'), START_TIMEOUT_MS);
		return (usage as { usedSize: number }).usedSize;
	});
}
