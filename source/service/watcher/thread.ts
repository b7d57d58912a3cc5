/** The program of the watcher in the service's process. Requests are messages of the main thread. */
import { parentPort } from 'node:worker_threads';
import { Dispatcher } from '../rpc/dispatcher.ts';
import { isRequest } from '../rpc/messages.ts';
import { watcher } from './implementation.ts';
import { watcherMethods } from './methods.ts';

const dispatcher = new Dispatcher().add(watcherMethods, () => watcher);

parentPort?.on('message', (message: unknown) => {
	if (isRequest(message)) void dispatcher.handle(message, (response) => parentPort?.postMessage(response));
});
