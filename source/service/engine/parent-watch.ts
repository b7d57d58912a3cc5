/**
 * A thread of the engine that ends the process when the service has died. The closed channel does so too, but is not
 * noticed while the main thread is busy.
 */
import { workerData } from 'node:worker_threads';

const INTERVAL_MS = 1_000;

setInterval(() => {
	if (process.ppid !== workerData) process.kill(process.pid, 'SIGKILL');
}, INTERVAL_MS);
