import { readdirSync, readFileSync } from 'node:fs';

/** The processes that a process started: of a service, its engine. */
export function children(pid: number): number[] {
	return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
		readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8')
			.trim()
			.split(/\s+/)
			.filter(Boolean)
			.map(Number),
	);
}
