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
	return threadsOf(pid).flatMap((thread) =>
		readProc(pid, `task/${thread}/children`).split(' ').filter(Boolean).map(Number),
	);
}

/**
 * Returns the CPU time of a tree in ms, with ended children; without ended threads, of which these programs have none. The
 * kernel knows it in nanoseconds for each thread, but only in ticks of 10 ms for a process, which is a tenth of the time
 * that an idle program uses in 10 s.
 */
export function cpuOf(pids: readonly number[]): number {
	let total = 0;
	for (const pid of pids) {
		const stat = readProc(pid, 'stat');
		const [own = 0, system = 0, children = 0, systemOfChildren = 0] = stat
			.slice(stat.lastIndexOf(')') + 2)
			.split(' ')
			.slice(11, 15)
			.map((ticks) => (Number(ticks) * 1000) / TICKS_PER_SECOND);
		total += (cpuOfThreads(pid) ?? own + system) + children + systemOfChildren;
	}
	return total;
}

/** Returns the CPU time of all threads of a process in ms; undefined on a kernel without scheduler statistics. */
function cpuOfThreads(pid: number): number | undefined {
	let total = 0;
	for (const thread of threadsOf(pid)) {
		const [nanoseconds = ''] = readProc(pid, `task/${thread}/schedstat`).split(' ');
		total += Number(nanoseconds) / 1e6;
	}
	return total > 0 ? total : undefined;
}

function threadsOf(pid: number): readonly string[] {
	try {
		return readdirSync(`/proc/${pid}/task`);
	} catch {
		// It has ended.
		return [];
	}
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
