import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the child processes of a process: the engine of a service. */
export function children(pid: number): number[] {
	return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
		readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8')
			.trim()
			.split(/\s+/)
			.filter(Boolean)
			.map(Number),
	);
}

/** Returns the process id of the engine of a service. */
export function engineOf({ stateFolder }: { readonly stateFolder: string }): number {
	const record: unknown = JSON.parse(readFileSync(join(stateFolder, 'engine.pid'), 'utf8'));
	return Number(Object(record).pid);
}
