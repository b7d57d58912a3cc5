/**
 * A thread of the engine that works while the main thread is busy. It ends the process when the service has died.
 * A closed channel also does so, but a busy main thread does not notice it. It performs the service's requests for
 * debug information, which arrive over a pipe of its own.
 */
import { Socket } from 'node:net';
import { workerData } from 'node:worker_threads';
import { Dispatcher } from '../rpc/dispatcher.ts';
import { jsonLines } from '../rpc/json-lines.ts';
import { isRequest, type Request } from '../rpc/messages.ts';
import { watcherMethods } from '../watcher/methods.ts';
import type { WatcherData } from './watcher-data.ts';

const INTERVAL_MS = 1_000;

const { parent, pipe } = workerData as WatcherData;

setInterval(() => {
	if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
}, INTERVAL_MS);

if (pipe !== null) {
	let dispatcher: Promise<Dispatcher> | undefined;
	const send = jsonLines(new Socket({ fd: pipe }), (message) => {
		if (isRequest(message)) void perform(message);
	});
	const perform = async (request: Request): Promise<void> => {
		dispatcher ??= loadDispatcher();
		await (await dispatcher).handle(request, send);
	};
}

/** Loads the debug methods with their first request, so that they take no memory before. */
async function loadDispatcher(): Promise<Dispatcher> {
	const { watcher } = await import('../watcher/implementation.ts');
	return new Dispatcher().add(watcherMethods, () => watcher);
}
