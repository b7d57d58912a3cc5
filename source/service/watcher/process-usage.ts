import { readFileSync } from 'node:fs';
import type { ProcessUsage } from './methods.ts';
import { taskOf } from './native-threads.ts';

const KIBIBYTE = 1024;

export function ownUsage(): ProcessUsage {
	const { user, system } = process.cpuUsage();
	return { cpuTime: (user + system) / 1e6, memory: ownMemory() };
}

function ownMemory(): number {
	try {
		return process.memoryUsage.rss();
	} catch {
		// Linux reads it from a file, and too many files may be open.
		return 0;
	}
}

/** Reads the usage of another process. Undefined where there is no /proc, or no such process. */
export function usageOf(pid: number): ProcessUsage | undefined {
	try {
		const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
		const resident = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
		return { cpuTime: taskOf(pid, stat).cpuTime, memory: Number(resident ?? 0) * KIBIBYTE };
	} catch {
		return undefined;
	}
}
