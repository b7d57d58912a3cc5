import { readdirSync, readFileSync } from 'node:fs';

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

/** Returns the engines that this process has started, of services in it and of peers. */
export function enginesHere(): number[] {
	return children(process.pid).filter((pid) =>
		readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('dist/engine.js'),
	);
}
