import { readdirSync, readFileSync } from 'node:fs';
import { treeOf } from '../processes.ts';

/** CPU time of one thread since its start, in seconds. */
interface ThreadTime {
	readonly run: number;
	/** Time in which the thread was ready to run but had no core. */
	readonly wait: number;
}

/** Threads of a process tree, by process and thread number. */
export type ThreadTimes = ReadonlyMap<string, ThreadTime>;

export interface Usage {
	/** CPU seconds of all threads. */
	readonly cpu: number;
	/** The thread that ran longest. In seedtop it is the main thread of the engine. */
	readonly busiest: ThreadTime;
}

/** Reads the times of all live threads of a process and its descendants. */
export function usageOf(pid: number): ThreadTimes {
	const times = new Map<string, ThreadTime>();
	for (const process of treeOf(pid)) {
		for (const thread of threadsOf(process)) {
			const time = timeOf(`/proc/${process}/task/${thread}/schedstat`);
			if (time) times.set(`${process}/${thread}`, time);
		}
	}
	return times;
}

/**
 * Returns the usage between two moments. Threads that ended meanwhile are missing. Figures are NaN where the kernel
 * keeps no statistics.
 */
export function usageBetween(before: ThreadTimes, after: ThreadTimes): Usage {
	const none = { run: Number.NaN, wait: Number.NaN };
	if (after.size === 0) return { cpu: Number.NaN, busiest: none };
	let cpu = 0;
	let busiest: ThreadTime | undefined;
	for (const [thread, { run, wait }] of after) {
		const start = before.get(thread) ?? { run: 0, wait: 0 };
		const time = { run: run - start.run, wait: wait - start.wait };
		cpu += time.run;
		if (!busiest || time.run > busiest.run) busiest = time;
	}
	return { cpu, busiest: busiest ?? none };
}

function threadsOf(pid: number): string[] {
	try {
		return readdirSync(`/proc/${pid}/task`);
	} catch {
		// The process has ended, or the system has no /proc.
		return [];
	}
}

/** The first two fields are nanoseconds: running, and waiting for a core (Documentation/scheduler/sched-stats). */
function timeOf(path: string): ThreadTime | undefined {
	try {
		const [run, wait] = readFileSync(path, 'utf8').split(' ').map(Number);
		return run === undefined || wait === undefined ? undefined : { run: run / 1e9, wait: wait / 1e9 };
	} catch {
		return undefined;
	}
}
