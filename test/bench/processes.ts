import { readdirSync, readFileSync } from 'node:fs';

/** Ticks of /proc per second: USER_HZ is 100 on all architectures of Node. */
const TICKS_PER_SECOND = 100;

/** Returns a process and all of its descendants. */
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

/** Returns the CPU time of a tree in ms, with ended children. The resolution is 10 ms. */
export function cpuOf(pids: readonly number[]): number {
	let total = 0;
	for (const pid of pids) {
		const stat = readProc(pid, 'stat');
		const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
		for (const field of fields.slice(11, 15)) total += Number(field);
	}
	return (total * 1000) / TICKS_PER_SECOND;
}

/** Returns the memory of a tree in bytes: the sum of VmRSS. */
export function memoryOf(pids: readonly number[]): number {
	let total = 0;
	for (const pid of pids) total += Number(/VmRSS:\s+(\d+)/.exec(readProc(pid, 'status'))?.[1] ?? 0) * 1024;
	return total;
}

/** Sends a signal to processes. Ignores those that have ended. */
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
