import { readdirSync, readFileSync } from 'node:fs';

/** A tick of /proc, ms: USER_HZ is 100 on all architectures of Node. */
const MS_PER_TICK = 10;

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
 * Returns the CPU time of a tree in ms, with ended children. The kernel knows it in nanoseconds for each thread, but only
 * in ticks of 10 ms for a process with its ended threads. Two ticks are a tenth of what an idle program uses in 20 s.
 */
export function cpuOf(pids: readonly number[]): number {
	let total = 0;
	for (const pid of pids) {
		const stat = readProc(pid, 'stat');
		const [own = 0, system = 0, children = 0, systemOfChildren = 0] = stat
			.slice(stat.lastIndexOf(')') + 2)
			.split(' ')
			.slice(11, 15)
			.map((ticks) => Number(ticks) * MS_PER_TICK);
		// Time of the user and of the system are rounded down.
		const ofProcess = own + system;
		const ofThreads = cpuOfThreads(pid);
		const isWhole = ofThreads !== undefined && ofThreads > ofProcess - 2 * MS_PER_TICK;
		total += (isWhole ? ofThreads : ofProcess) + children + systemOfChildren;
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
