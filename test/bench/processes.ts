import { readdirSync, readFileSync } from 'node:fs';

/** Ticks of /proc in a second: what the kernel tells programs, on every machine that runs Node. */
const TICKS_PER_SECOND = 100;

/** A process and all that descend from it. */
export function treeOf(pid: number): number[] {
	const found = [pid];
	for (const parent of found) found.push(...childrenOf(parent));
	return found;
}

function childrenOf(pid: number): number[] {
	try {
		return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
			readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
		);
	} catch {
		// It has ended.
		return [];
	}
}

/** Milliseconds of the processor that a tree has used, with children that have ended. Steps of 10 ms. */
export function cpuOf(pids: readonly number[]): number {
	let total = 0;
	for (const pid of pids) {
		const stat = readProc(pid, 'stat');
		const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
		for (const field of fields.slice(11, 15)) total += Number(field);
	}
	return (total * 1000) / TICKS_PER_SECOND;
}

/** Bytes of memory of a tree: the sum of VmRSS. */
export function memoryOf(pids: readonly number[]): number {
	let total = 0;
	for (const pid of pids) total += Number(/VmRSS:\s+(\d+)/.exec(readProc(pid, 'status'))?.[1] ?? 0) * 1024;
	return total;
}

/** Ends processes by their numbers; those that have gone are passed over. */
export function signal(pids: readonly number[], name: 'SIGHUP' | 'SIGTERM' | 'SIGKILL'): void {
	for (const pid of pids) {
		try {
			process.kill(pid, name);
		} catch {
			// It has ended by itself.
		}
	}
}

function readProc(pid: number, file: string): string {
	try {
		return readFileSync(`/proc/${pid}/${file}`, 'utf8');
	} catch {
		return '';
	}
}
