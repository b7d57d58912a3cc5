import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import Type from 'typebox';
import { processIdentity } from '../../process/process-identity.ts';
import { decode } from '../../protocol/decode.ts';
import { reasonOf } from '../http/http-error.ts';
import type { Log } from '../log/log.ts';

/** Time to wait for the end of a killed engine: the kernel may hold it in a disk operation. */
const END_TIMEOUT_MS = 5_000;
const POLL_MS = 25;

const EngineRecord = Type.Object({
	pid: Type.Integer({ minimum: 2 }),
	identity: Type.String({ minLength: 1 }),
});

/** Records the running engine in a file, for `endStaleEngine`. Does nothing on systems without /proc. */
export function recordEngine(path: string, pid: number, log: Log): void {
	const identity = identityOf(pid);
	if (identity === undefined) return;
	try {
		writeFileSync(path, JSON.stringify({ pid, identity }), { mode: 0o600 });
	} catch (error) {
		log('warning', `Cannot write ${path}: ${reasonOf(error)}.`);
	}
}

export function forgetEngine(path: string, log: Log): void {
	try {
		rmSync(path, { force: true });
	} catch (error) {
		log('warning', `Cannot delete ${path}: ${reasonOf(error)}.`);
	}
}

/**
 * Kills the engine that a killed service left behind, if it is stopped or hangs. The file
 * is that of `recordEngine`. Any other process that has the same process id is left alone.
 */
export async function endStaleEngine(path: string, log: Log): Promise<void> {
	const record = readRecord(path);
	if (!record) return;
	const runs = () => identityOf(record.pid) === record.identity;
	if (runs()) {
		log('warning', staleEngineText(record.pid));
		try {
			process.kill(record.pid, 'SIGKILL');
		} catch (error) {
			log('warning', `Cannot kill the process ${record.pid}: ${reasonOf(error)}.`);
		}
		for (let waited = 0; runs() && waited < END_TIMEOUT_MS; waited += POLL_MS) await delay(POLL_MS);
		if (runs()) log('warning', `The process ${record.pid} does not end. It may hold ports and files.`);
	}
	forgetEngine(path, log);
}

function readRecord(path: string) {
	try {
		const { value, deviations } = decode(EngineRecord, JSON.parse(readFileSync(path, 'utf8')));
		return deviations.length === 0 ? value : undefined;
	} catch {
		return undefined; // It is missing, or incomplete after a full disk.
	}
}

/** Differs for all processes of all boots: boot, start time in ticks, command line. Undefined when there is none. */
function identityOf(pid: number): string | undefined {
	try {
		const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
		const identity = processIdentity(pid);
		return command === '' || identity === undefined ? undefined : `${identity} ${command}`;
	} catch {
		return undefined;
	}
}

/** Returns the log line about an engine that is killed. */
export function staleEngineText(pid: number): string {
	return `The engine of an earlier service still runs (process ${pid}) and is killed.`;
}
