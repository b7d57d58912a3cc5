import { readdir, readFile } from 'node:fs/promises';

/** Returns the running child processes of a process. Empty if the system does not list them. */
export async function childrenOf(pid: number): Promise<number[]> {
	const tasks = await readdir(`/proc/${pid}/task`).catch(() => []);
	const lists = await Promise.all(
		tasks.map((task) => readFile(`/proc/${pid}/task/${task}/children`, 'utf8').catch(() => '')),
	);
	return lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number));
}

/** Returns the peak memory of a process, MiB; 0 if the system does not report it. */
export async function peakMemory(pid: number): Promise<number> {
	const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
	return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
}
