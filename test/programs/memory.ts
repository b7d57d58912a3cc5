import { readdir, readFile } from 'node:fs/promises';

/** The processes that a process started and that still run; none where the system does not tell. */
export async function childrenOf(pid: number): Promise<number[]> {
	const tasks = await readdir(`/proc/${pid}/task`).catch(() => []);
	const lists = await Promise.all(
		tasks.map((task) => readFile(`/proc/${pid}/task/${task}/children`, 'utf8').catch(() => '')),
	);
	return lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number));
}

/** MiB of memory that a process had at its peak; 0 where the system does not tell. */
export async function peakMemory(pid: number): Promise<number> {
	const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
	return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
}
