import { setTimeout as delay } from 'node:timers/promises';
import { threadId } from 'node:worker_threads';
import { mainDebuggee, type WorkerDebuggee, withMainThread, workerDebuggees } from './main-thread.ts';
import type { ThreadReport } from './methods.ts';
import { ownTask, readTasks, type Task } from './native-threads.ts';

/** System ids of the workers of this process, by their number. Workers never share a number. */
const tasksOfWorkers = new Map<number, number>();

/** Time for the main thread to finish handling this request, so that the sample does not show it. */
const SETTLE_MS = 5;

/** Returns all threads of this process. */
export async function sampleThreads(): Promise<readonly ThreadReport[]> {
	await delay(SETTLE_MS);
	const scripted = await withMainThread(async (session) => {
		const main: ThreadReport = {
			id: process.pid,
			name: 'main',
			kind: 'main',
			...(await mainDebuggee(session).stack()),
		};
		const workers = await workerDebuggees(session);
		for (const number of tasksOfWorkers.keys())
			if (!workers.some((worker) => worker.number === number)) tasksOfWorkers.delete(number);
		// This thread cannot be paused by itself.
		const others = workers.filter(({ number }) => number !== threadId);
		return [main, ...(await Promise.all(others.map(sampleWorker)))];
	});
	const own: ThreadReport = {
		id: ownTask() ?? idWithoutTask(threadId),
		name: 'watcher',
		kind: 'worker',
		status: 'running',
		frames: [],
	};
	const known = [...scripted, own];
	const tasks = new Map(readTasks(process.pid).map((task) => [task.id, task]));
	const natives = [...tasks.values()].filter(({ id }) => !known.some((thread) => thread.id === id));
	return [...known.map((thread) => withTime(thread, tasks.get(thread.id))), ...natives.map(nativeThread)];
}

async function sampleWorker({ number, name, debuggee }: WorkerDebuggee): Promise<ThreadReport> {
	const stack = await debuggee.stack();
	const task = tasksOfWorkers.get(number) ?? (await findTask(debuggee));
	if (task !== undefined) tasksOfWorkers.set(number, task);
	return { id: task ?? idWithoutTask(number), name, kind: 'worker', ...stack };
}

/** Reads the link in the worker: only a thread itself knows its system id. */
async function findTask(debuggee: WorkerDebuggee['debuggee']): Promise<number | undefined> {
	const link = await debuggee.evaluate(
		"process.getBuiltinModule?.('node:fs').readlinkSync('/proc/thread-self')",
	);
	return typeof link === 'string' ? Number(link.slice(link.lastIndexOf('/') + 1)) : undefined;
}

/** Returns an id that no thread of the system has. */
function idWithoutTask(number: number): number {
	return process.pid * 1_000_000 + number;
}

function withTime(thread: ThreadReport, task: Task | undefined): ThreadReport {
	return task ? { ...thread, cpuTime: task.cpuTime } : thread;
}

function nativeThread({ id, name, status, cpuTime }: Task): ThreadReport {
	return { id, name, kind: 'native', status, frames: [], cpuTime };
}
