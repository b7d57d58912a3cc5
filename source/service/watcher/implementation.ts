import { readDescriptors } from './descriptors.ts';
import { writeHeapSnapshot } from './heap-snapshot.ts';
import type { Watcher } from './methods.ts';
import { readOpenSockets } from './open-sockets.ts';
import { ownUsage } from './process-usage.ts';
import { heapUsed, startProfile, stopProfile } from './profile.ts';
import { sampleThreads } from './threads.ts';

/** The methods of the watcher, performed by the calling thread. */
export const watcher: Watcher = {
	threads: sampleThreads,
	usage: async () => ownUsage(),
	startProfile,
	stopProfile,
	heapUsed,
	heapSnapshot: writeHeapSnapshot,
	openFiles: async (pid) => readDescriptors(pid).files,
	openSockets: async (pid) => readOpenSockets(pid),
};
