import { type ChildProcess, fork } from 'node:child_process';
import { createInterface } from 'node:readline';
import { Duplex, type Readable } from 'node:stream';
import { inspectorOptions } from '../../process/node-options.ts';
import type { Log, LogLevel } from '../log/log.ts';
import { callerOf, PendingCalls } from '../rpc/calls.ts';
import { jsonLines } from '../rpc/json-lines.ts';
import { isResponse, type Request } from '../rpc/messages.ts';
import { type Watcher, watcherMethods } from '../watcher/methods.ts';
import { type DhtEngine, dhtMethods } from './dht-port.ts';
import { Heartbeat, type HeartbeatTimes, heartbeatTimes } from './heartbeat.ts';
import { isFromEngine, processMethods } from './ipc.ts';
import { type OverlayEngine, type OverlayReport, overlayMethods } from './overlay-port.ts';
import {
	type Engine,
	EngineGone,
	type EngineMessage,
	type EngineOptions,
	engineErrors,
	engineMethods,
} from './port.ts';
import { forgetEngine, recordEngine } from './stale-engine.ts';
import { WATCHER_PIPE } from './watcher-data.ts';

/** Time until an engine that closes is killed. A whole service ends within 5 s. */
const CLOSE_TIMEOUT_MS = 2_500;
/** Time to wait for the end of a killed engine: the kernel may hold it in a disk operation. */
const KILL_TIMEOUT_MS = 1_000;
/**
 * Size of each half of the engine's young generation, MiB. V8's default of 16 MiB stays in memory after the start of
 * many downloads, and slows down transfers. So does 2 MiB.
 */
const SEMI_SPACE_MIB = 4;
/**
 * Settings of glibc (mallopt(3)) that the user's environment replaces. By default each thread keeps freed memory in
 * an arena of its own. Each read and piece, 128 KiB and more, would get new pages from the kernel and return them.
 */
const MALLOC_SETTINGS = {
	MALLOC_ARENA_MAX: '2',
	MALLOC_MMAP_THRESHOLD_: String(4 * 1024 * 1024),
	MALLOC_TRIM_THRESHOLD_: String(16 * 1024 * 1024),
	MALLOC_TOP_PAD_: String(4 * 1024 * 1024),
};
/** Descriptor of the watcher's pipe, after the standard streams and the channel. */
const PIPE = 4;

export const processText = {
	notRunning: 'the engine does not run',
	gone: (reason: string) => `the engine is gone: ${reason}`,
	silent: (seconds: number) => `it did not respond for ${seconds} s and was killed`,
	notClosed: 'the engine did not close in time and is killed',
};

export interface EngineProcessOptions extends Omit<EngineOptions, 'ownService'> {
	/** Called at each start of the engine: the service does not listen yet when this object is created. */
	readonly ownService: () => EngineOptions['ownService'];
	/** The program of the engine's process: main.ts or its bundle. */
	readonly entry: string | URL;
	/** Arguments to node, before the program. */
	readonly execArgv?: readonly string[];
	/** Receives the engine's log and each line that its process prints. */
	readonly log: Log;
	/** Executable that runs the program instead of this node. */
	readonly execPath?: string;
	/** File that records the running engine. */
	readonly pidFile?: string;
	/** Replaces the default times. */
	readonly heartbeat?: HeartbeatTimes;
}

/** One run of the engine's process. */
interface Run {
	readonly child: ChildProcess;
	readonly calls: PendingCalls;
	/** Calls of its watcher, which responds while the main thread is busy. */
	readonly watcherCalls: PendingCalls;
	readonly sendToWatcher: (message: object) => void;
	readonly exited: Promise<void>;
	readonly heartbeat: Heartbeat;
	/** Whether its end is expected: it is closing, or has not started yet. */
	ending: boolean;
	/** Reason that the process itself reported for its end. */
	reportedReason: string;
	/** Reason why the service killed it; empty if it did not. */
	killedFor: string;
}

/** An engine in a process of its own. The service and its state survive the end of that process. */
export interface EngineProcess extends Engine, OverlayEngine, DhtEngine {
	/** The process's id while it runs. */
	readonly pid: number | undefined;
	/** Examines the process, also while it is busy. Its calls reject with `EngineGone` like those of the engine. */
	readonly watcher: Watcher;
	/** Runs `work`, and does not replace the engine meanwhile although it may be silent. */
	tolerateSilence<T>(work: () => Promise<T>): Promise<T>;
}

export function createEngineProcess(options: EngineProcessOptions): EngineProcess {
	const runner = new EngineRunner(options);
	return Object.assign(
		runner,
		callerOf({ ...engineMethods, ...overlayMethods, ...dhtMethods }, (method, args) =>
			runner.call(method, args),
		),
	);
}

/** Starts, watches and ends the engine's process, and calls its methods. */
export class EngineRunner {
	readonly #options: EngineProcessOptions;
	readonly #listeners = new Set<(message: EngineMessage) => void>();
	readonly #overlayListeners = new Set<(report: OverlayReport) => void>();
	readonly #process = callerOf(processMethods, (method, args) => this.call(method, args));
	readonly watcher = callerOf(watcherMethods, (method, args) => this.#callWatcher(method, args));
	#run: Run | null = null;

	constructor(options: EngineProcessOptions) {
		this.#options = options;
	}

	get pid(): number | undefined {
		return this.#run?.child.pid;
	}

	async start(): Promise<void> {
		if (this.#run) throw new Error('the engine runs already');
		const run = this.#fork();
		this.#run = run;
		// Until it has started, its end is a failure of the start.
		run.ending = true;
		try {
			await this.#process.start(engineOptions(this.#options));
			run.ending = false;
		} catch (error) {
			run.child.kill('SIGKILL');
			await run.exited;
			throw error;
		}
	}

	/**
	 * Calls a method in the process. Rejects with `EngineGone` if the process does not run or ends before it
	 * responds.
	 */
	call(method: string, args: readonly unknown[]): Promise<unknown> {
		const run = this.#run;
		if (run?.killedFor !== '') return Promise.reject(new EngineGone(processText.notRunning));
		return run.calls.open((id, fail) => {
			const request: Request = { id, method, args };
			run.child.send(request, (error) => {
				if (error) fail(new EngineGone(`the engine cannot be reached: ${error.message}`));
			});
		});
	}

	#callWatcher(method: string, args: readonly unknown[]): Promise<unknown> {
		const run = this.#run;
		if (run?.killedFor !== '') return Promise.reject(new EngineGone(processText.notRunning));
		return run.watcherCalls.open((id) => run.sendToWatcher({ id, method, args } satisfies Request));
	}

	async tolerateSilence<T>(work: () => Promise<T>): Promise<T> {
		const heartbeat = this.#run?.heartbeat;
		heartbeat?.pause();
		try {
			return await work();
		} finally {
			heartbeat?.resume();
		}
	}

	listen(listener: (message: EngineMessage) => void): () => void {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	}

	listenOverlay(listener: (report: OverlayReport) => void): () => void {
		this.#overlayListeners.add(listener);
		return () => this.#overlayListeners.delete(listener);
	}

	async close(): Promise<void> {
		const run = this.#run;
		if (!run) return;
		run.ending = true;
		run.heartbeat.end();
		const timeout = run.heartbeat.unresponsive ? 0 : CLOSE_TIMEOUT_MS;
		let giveUpTimer: NodeJS.Timeout | undefined;
		const abandoned = new Promise<void>((resolve) => {
			giveUpTimer = setTimeout(resolve, timeout + KILL_TIMEOUT_MS);
		});
		const timer = setTimeout(() => {
			this.#options.log('error', processText.notClosed);
			run.child.kill('SIGKILL');
		}, timeout);
		try {
			await Promise.race([this.#process.close(), abandoned]);
		} catch (error) {
			this.#options.log(
				'error',
				`closing the engine failed: ${error instanceof Error ? error.message : String(error)}`,
			);
			run.child.kill('SIGKILL');
		}
		await Promise.race([run.exited, abandoned]);
		clearTimeout(timer);
		clearTimeout(giveUpTimer);
	}

	#fork(): Run {
		const { entry, execArgv, execPath } = this.#options;
		const child = fork(entry, [], {
			serialization: 'advanced',
			stdio: ['ignore', 'pipe', 'pipe', 'ipc', 'pipe'],
			env: { ...MALLOC_SETTINGS, ...process.env, [WATCHER_PIPE]: String(PIPE) },
			execArgv: [
				`--max-semi-space-size=${SEMI_SPACE_MIB}`,
				...inspectorOptions(),
				...(execArgv ?? process.execArgv),
			],
			...(execPath === undefined ? {} : { execPath }),
		});
		// 'close' follows the last message and the last line. If the process cannot be created, only 'error' is
		// emitted.
		const exited = new Promise<void>((resolve) => {
			child.once('close', (code, signal) => {
				this.#onExit(run, signal ? `signal ${signal}` : `code ${code}`);
				resolve();
			});
			child.on('error', (error) => {
				if (child.pid !== undefined) {
					this.#options.log('error', `engine: ${error.message}`);
					return;
				}
				this.#onExit(run, error.message);
				resolve();
			});
		});
		const heartbeat = new Heartbeat({
			times: this.#options.heartbeat ?? heartbeatTimes,
			ping: () => {
				this.#process.ping().catch(() => {}); // The heartbeat measures silence, not failures.
			},
			onUnresponsive: () => this.#emit({ type: 'unresponsive' }),
			onResponsive: () => this.#emit({ type: 'responsive' }),
			onReplace: (silence) => this.#killSilent(run, silence),
		});
		const watcherCalls = new PendingCalls([]);
		const pipe = child.stdio[PIPE];
		const run: Run = {
			child,
			calls: new PendingCalls(engineErrors),
			watcherCalls,
			// There is no pipe if the process cannot be created.
			sendToWatcher: !(pipe instanceof Duplex)
				? () => {}
				: jsonLines(pipe, (message) => {
						if (isResponse(message)) watcherCalls.settle(message);
					}),
			exited,
			heartbeat,
			ending: false,
			reportedReason: '',
			killedFor: '',
		};
		const { pidFile, log } = this.#options;
		if (pidFile !== undefined && child.pid !== undefined) recordEngine(pidFile, child.pid, log);
		child.on('message', (message: unknown) => this.#onMessage(run, message));
		this.#logLines('info', child.stdout);
		this.#logLines('warning', child.stderr);
		return run;
	}

	#logLines(level: LogLevel, stream: Readable | null): void {
		if (stream)
			createInterface({ input: stream }).on('line', (line) => this.#options.log(level, `engine: ${line}`));
	}

	/** Another engine starts only after the end of this one, so that there are never two. */
	#killSilent(run: Run, silence: number): void {
		run.killedFor = processText.silent(Math.round(silence / 1000));
		run.child.kill('SIGKILL');
		rejectAll(run, run.killedFor);
	}

	#onMessage(run: Run, message: unknown): void {
		// Messages that a killed engine sent earlier do not count.
		if (run.killedFor === '') run.heartbeat.reset();
		if (!isFromEngine(message)) {
			this.#options.log('warning', 'ignored an unknown message of the engine');
			return;
		}
		switch (message.type) {
			case 'response':
				run.calls.settle(message.response);
				break;
			case 'message':
				this.#emit(message.message);
				break;
			case 'overlay':
				for (const listener of this.#overlayListeners) listener(message.report);
				break;
			case 'log':
				this.#options.log(message.level, message.text);
				break;
			case 'dying':
				run.reportedReason = message.reason;
				this.#options.log('error', `the engine's process ends: ${message.reason}`);
				break;
		}
	}

	#onExit(run: Run, how: string): void {
		if (this.#run === run) this.#run = null;
		run.heartbeat.end();
		const { pidFile, log } = this.#options;
		if (pidFile !== undefined) forgetEngine(pidFile, log);
		const [firstLine = ''] = run.reportedReason.split('\n');
		const reason = run.killedFor || `its process ended with ${how}${firstLine ? `: ${firstLine}` : ''}`;
		rejectAll(run, reason);
		if (!run.ending) this.#emit({ type: 'died', reason });
	}

	#emit(message: EngineMessage): void {
		for (const listener of this.#listeners) listener(message);
	}
}

/** Picks the options of the engine: functions cannot be sent to the process. */
function engineOptions(options: EngineProcessOptions): EngineOptions {
	const { port, host, dht, dhtBootstrap, localDiscovery, peerExchange, webSeeds } = options;
	const { protectedPaths, hostsWithoutShare } = options;
	const ownService = options.ownService();
	return {
		...{ port, host, dht, dhtBootstrap, localDiscovery, peerExchange, webSeeds },
		...{ ownService, protectedPaths, hostsWithoutShare },
	};
}

function rejectAll({ calls, watcherCalls }: Run, reason: string): void {
	const error = new EngineGone(processText.gone(reason));
	calls.rejectAll(error);
	watcherCalls.rejectAll(error);
}
