import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import type { OpenFileReport } from './methods.ts';

interface Descriptors {
	readonly files: readonly OpenFileReport[];
	/** Descriptor of each socket, by inode. */
	readonly sockets: ReadonlyMap<string, number>;
}

/** Maximum descriptors that are read, so that a process with a million of them does not fill the memory. */
const MAX_DESCRIPTORS = 20_000;

/** Returns the descriptors of a process of this account. Throws where there is no /proc, or no such process. */
export function readDescriptors(pid: number): Descriptors {
	if (!existsSync('/proc/self/fd')) throw new Error('the system has no /proc');
	const files: OpenFileReport[] = [];
	const sockets = new Map<string, number>();
	for (const name of readdirSync(`/proc/${pid}/fd`).slice(0, MAX_DESCRIPTORS)) {
		let path: string;
		try {
			path = readlinkSync(`/proc/${pid}/fd/${name}`);
		} catch {
			continue; // It was closed meanwhile.
		}
		const inode = /^socket:\[(\d+)\]$/.exec(path)?.[1];
		if (inode !== undefined) sockets.set(inode, Number(name));
		// Pipes and objects of the kernel have no path.
		else if (path.startsWith('/')) files.push({ fd: Number(name), path });
	}
	return { files: files.sort((a, b) => a.fd - b.fd), sockets };
}
