import { readFileSync } from 'node:fs';

/**
 * Returns a text that differs for all processes of all boots: boot and start time in ticks. Undefined when there is no
 * such process, and on systems without /proc.
 */
export function processIdentity(pid: number): string | undefined {
	try {
		const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
		const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
		// The name before the last parenthesis may contain spaces. The start time is field 22 (proc(5)).
		const started = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
		return started === undefined ? undefined : `${boot} ${started}`;
	} catch {
		return undefined;
	}
}
