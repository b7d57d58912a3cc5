import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import Type from 'typebox';
import { processIdentity } from '../../process/process-identity.ts';
import { decode } from '../../protocol/decode.ts';
import { reasonOf } from '../http/http-error.ts';
import type { Log } from '../log/log.ts';
import { StateFile } from '../storage/state-file.ts';

/** Name of the file in the state folder. */
const RUNNING_COMMANDS = 'running-commands.json';

/** Time to wait for the end of killed commands. */
const END_TIMEOUT_MS = 2_000;
const POLL_MS = 25;

const Running = Type.Object({ pid: Type.Integer({ minimum: 2 }), identity: Type.String({ minLength: 1 }) });
const Saved = Type.Object({ commands: Type.Array(Running) });

export const runningCommandsText = {
	leftover: (pid: number) =>
		`The command on completion of an earlier service still runs (process ${pid}) and is killed. It runs again.`,
	notKilled: (pid: number, reason: string) => `Cannot kill the process ${pid}: ${reason}.`,
} as const;

/** Running commands in a file, so that the service after a killed one can end them. */
export class RunningCommands {
	readonly #file: StateFile;
	readonly #log: Log;
	/** Identities by process id. */
	readonly #running = new Map<number, string>();

	constructor(stateFolder: string, log: Log) {
		this.#file = new StateFile(join(stateFolder, RUNNING_COMMANDS), log);
		this.#log = log;
	}

	/** Does nothing on systems without /proc. */
	add(pid: number): void {
		const identity = processIdentity(pid);
		if (identity === undefined) return;
		this.#running.set(pid, identity);
		this.#save();
	}

	remove(pid: number): void {
		if (this.#running.delete(pid)) this.#save();
	}

	/** Kills the process groups that a killed service left. Other processes with the same ids are left alone. */
	async endLeftover(): Promise<void> {
		const read = this.#file.read();
		if (read === undefined) return;
		const { value, deviations } = decode(Saved, read);
		const left = deviations.length > 0 ? [] : value.commands;
		const runs = () => left.filter(({ pid, identity }) => processIdentity(pid) === identity);
		for (const { pid } of runs()) {
			this.#log('warning', runningCommandsText.leftover(pid));
			try {
				process.kill(-pid, 'SIGKILL');
			} catch (error) {
				this.#log('warning', runningCommandsText.notKilled(pid, reasonOf(error)));
			}
		}
		for (let waited = 0; runs().length > 0 && waited < END_TIMEOUT_MS; waited += POLL_MS)
			await delay(POLL_MS);
		if (left.length > 0) this.#save();
	}

	#save(): void {
		this.#file.write({ commands: [...this.#running].map(([pid, identity]) => ({ pid, identity })) });
	}
}
