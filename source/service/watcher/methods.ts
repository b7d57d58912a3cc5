import { type MethodsOf, method } from '../rpc/methods.ts';

/** Resources that a process has used. */
export interface ProcessUsage {
	/** Seconds of processor time since its start. */
	readonly cpuTime: number;
	/** Resident memory in bytes; 0 if it is unknown. */
	readonly memory: number;
}

/** A thread of a process. */
export interface ThreadReport {
	/** The system's id of the thread where it is known. It differs for all threads of all processes. */
	readonly id: number;
	/** 'main', the name of a worker, or the system's name. */
	readonly name: string;
	readonly kind: 'main' | 'worker' | 'native';
	readonly status: 'running' | 'waiting' | 'in native code' | 'sleeping' | 'waiting for a disk';
	/** Stack frames, the outermost first, as services in the field send them. Empty unless it runs JavaScript. */
	readonly frames: readonly string[];
	/** Seconds of processor time since its start; absent where the system does not report it. */
	readonly cpuTime?: number;
}

export interface OpenFileReport {
	readonly fd: number;
	readonly path: string;
}

/** Fields of the interface's open sockets. */
export interface OpenSocketReport {
	readonly fd: number;
	readonly family: number;
	readonly type: number;
	readonly laddr: string;
	readonly raddr: string;
	readonly status: string;
}

/**
 * Methods of a watcher: a thread that examines the process it belongs to, also while the main thread is busy. No
 * inspector session stays attached after a method has ended, except between the start and the stop of a profile.
 */
export const watcherMethods = {
	/** Returns the threads of the process. Pauses each thread that runs JavaScript for about a millisecond. */
	threads: method<() => readonly ThreadReport[]>(),
	/** Returns the resources that the process has used. */
	usage: method<() => ProcessUsage>(),
	startProfile: method<() => void>(),
	/** Writes the profile of the main thread (.cpuprofile) to a new file, and returns its size in bytes. */
	stopProfile: method<(path: string) => number>(),
	/** Returns the bytes of the main thread's heap that are in use. */
	heapUsed: method<() => number>(),
	/**
	 * Writes a heap snapshot of the main thread (.heapsnapshot) to a new file, and returns its size in bytes. Blocks
	 * the main thread meanwhile.
	 */
	heapSnapshot: method<(path: string) => number>(),
	/** Returns the open files of any process of this account. Rejects if the system does not report them. */
	openFiles: method<(pid: number) => readonly OpenFileReport[]>(),
	/** Returns the open sockets of any process of this account. Rejects if the system does not report them. */
	openSockets: method<(pid: number) => readonly OpenSocketReport[]>(),
};

export type Watcher = MethodsOf<typeof watcherMethods>;
