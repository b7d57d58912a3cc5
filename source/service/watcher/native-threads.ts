import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import type { ThreadReport } from './methods.ts';

/** A thread as the system sees it. */
export interface Task {
	readonly id: number;
	/** The system's name, at most 15 characters. */
	readonly name: string;
	readonly status: ThreadReport['status'];
	/** Seconds. */
	readonly cpuTime: number;
}

/** Ticks of the processor time in /proc per second: USER_HZ is 100 on all architectures of Node. */
const TICKS_PER_SECOND = 100;

/** Returns the threads of a process. Empty on systems without /proc. */
export function readTasks(pid: number): Task[] {
	return entriesOf(`/proc/${pid}/task`).flatMap((id) => {
		try {
			return [taskOf(Number(id), readFileSync(`/proc/${pid}/task/${id}/stat`, 'latin1'))];
		} catch {
			return []; // It has ended.
		}
	});
}

/** Returns the system id of the calling thread; undefined on systems without /proc. */
export function ownTask(): number | undefined {
	try {
		const link = readlinkSync('/proc/thread-self');
		return Number(link.slice(link.lastIndexOf('/') + 1));
	} catch {
		return undefined;
	}
}

/** Parses the content of /proc/<pid>/stat, of a process or a thread (proc(5)). The name may contain spaces and parentheses. */
export function taskOf(id: number, stat: string): Task {
	const end = stat.lastIndexOf(')');
	const fields = stat.slice(end + 2).split(' ');
	return {
		id,
		name: stat.slice(stat.indexOf('(') + 1, end),
		status: statuses[fields[0] ?? ''] ?? 'sleeping',
		cpuTime: (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND,
	};
}

const statuses: Readonly<Record<string, ThreadReport['status']>> = {
	R: 'running',
	S: 'sleeping',
	D: 'waiting for a disk',
};

function entriesOf(folder: string): string[] {
	try {
		return readdirSync(folder);
	} catch {
		return [];
	}
}
