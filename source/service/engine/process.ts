import { type ChildProcess, fork } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { Log, LogLevel } from '../log.ts';
import { Heartbeat, type HeartbeatTimes, heartbeatTimes } from './heartbeat.ts';
import { type EngineCall, isFromEngine, type ToEngine } from './ipc.ts';
import {
	type Engine,
	type EngineDownload,
	EngineGone,
	type EngineMessage,
	type EngineOptions,
	type EnginePeer,
	type MoreSources,
} from './port.ts';
import { forgetEngine, recordEngine } from './stale-engine.ts';

/** Milliseconds the engine has to close before it is killed: with all else, a service ends within 5 s. */
const CLOSE_TIMEOUT = 2_500;
/** Milliseconds to wait for the end of a killed engine: the kernel may hold it in a disk operation. */
const KILL_TIMEOUT_MS = 1_000;

export interface EngineProcessOptions extends Omit<EngineOptions, 'ownService'> {
	/** Returns where the service answers, at each start of the engine: the service listens later than it is made. */
	readonly ownService: () => EngineOptions['ownService'];
	/** The program of the engine's process: main.ts, or what it was bundled to. */
	readonly entry: string | URL;
	/** Arguments to node, before the program. */
	readonly execArgv?: readonly string[];
	/** Takes the engine's log and, line by line, all that its process prints. */
	readonly log: Log;
	/** What runs the program instead of this node. */
	readonly execPath?: string;
	/** File that records the running engine. */
	readonly pidFile?: string;
	/** Times in place of the usual ones. */
	readonly heartbeat?: HeartbeatTimes;
}

interface Pending {
	readonly resolve: (peers: readonly EnginePeer[]) => void;
	readonly reject: (error: Error) => void;
}

/** One run of the engine's process. */
interface Run {
	readonly child: ChildProcess;
	readonly pending: Map<number, Pending>;
	readonly exited: Promise<void>;
	readonly heartbeat: Heartbeat;
	/** Was it told to end, or did it not even start? Then its end is no news. */
	ending: boolean;
	/** What it said of its own end. */
	lastWords: string;
	/** Why the service killed it; empty when it did not. */
	killedFor: string;
}

/** The engine in a process of its own: when it dies, neither the service nor its state die with it. */
export class EngineProcess implements Engine {
	readonly #options: EngineProcessOptions;
	readonly #listeners = new Set<(message: EngineMessage) => void>();
	#run: Run | null = null;
	#number = 0;

	constructor(options: EngineProcessOptions) {
		this.#options = options;
	}

	/** The process's id while it runs. */
	get pid(): number | undefined {
		return this.#run?.child.pid;
	}

	async start(): Promise<void> {
		if (this.#run) throw new Error('the engine runs already');
		const run = this.#fork();
		this.#run = run;
		// Until it started, its end is the failure of the start.
		run.ending = true;
		try {
			await this.#call({ method: 'start', options: engineOptions(this.#options) });
			run.ending = false;
		} catch (error) {
			run.child.kill('SIGKILL');
			await run.exited;
			throw error;
		}
	}

	async add(download: EngineDownload): Promise<void> {
		await this.#call({ method: 'add', download });
	}

	async stop(infohash: string): Promise<void> {
		await this.#call({ method: 'stop', infohash });
	}

	async select(infohash: string, selected: readonly number[] | null): Promise<void> {
		await this.#call({ method: 'select', infohash, selected });
	}

	async addSources(infohash: string, sources: MoreSources): Promise<void> {
		await this.#call({ method: 'addSources', infohash, sources });
	}

	async limit(infohash: string, maxDownloadSpeed: number, maxUploadSpeed: number): Promise<void> {
		await this.#call({ method: 'limit', infohash, maxDownloadSpeed, maxUploadSpeed });
	}

	async prepare(infohash: string, reader: string, from: number, to: number): Promise<void> {
		await this.#call({ method: 'prepare', infohash, reader, from, to });
	}

	async release(infohash: string, reader: string): Promise<void> {
		await this.#call({ method: 'release', infohash, reader });
	}

	peers(infohash: string): Promise<readonly EnginePeer[]> {
		return this.#call({ method: 'peers', infohash });
	}

	listen(listener: (message: EngineMessage) => void): () => void {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	}

	async close(): Promise<void> {
		const run = this.#run;
		if (!run) return;
		run.ending = true;
		run.heartbeat.end();
		const timeout = run.heartbeat.unresponsive ? 0 : CLOSE_TIMEOUT;
		let giveUp: NodeJS.Timeout | undefined;
		const abandoned = new Promise<void>((resolve) => {
			giveUp = setTimeout(resolve, timeout + KILL_TIMEOUT_MS);
		});
		const timer = setTimeout(() => {
			this.#options.log('error', 'the engine did not close in time and is killed');
			run.child.kill('SIGKILL');
		}, timeout);
		try {
			await Promise.race([this.#call({ method: 'close' }), abandoned]);
		} catch (error) {
			this.#options.log(
				'error',
				`closing the engine failed: ${error instanceof Error ? error.message : String(error)}`,
			);
			run.child.kill('SIGKILL');
		}
		await Promise.race([run.exited, abandoned]);
		clearTimeout(timer);
		clearTimeout(giveUp);
	}

	#fork(): Run {
		const { entry, execArgv, execPath } = this.#options;
		const child = fork(entry, [], {
			serialization: 'advanced',
			stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
			...(execArgv ? { execArgv: [...execArgv] } : {}),
			...(execPath === undefined ? {} : { execPath }),
		});
		// 'close' comes after the last message and the last line; 'error' alone when the process could not be made.
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
				this.#call({ method: 'ping' }).catch(() => {}); // Silence is what counts.
			},
			onUnresponsive: () => this.#emit({ type: 'unresponsive' }),
			onResponsive: () => this.#emit({ type: 'responsive' }),
			onReplace: (silence) => this.#killSilent(run, silence),
		});
		const run: Run = {
			child,
			pending: new Map(),
			exited,
			heartbeat,
			ending: false,
			lastWords: '',
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
		run.killedFor = `it did not respond for ${Math.round(silence / 1000)} s and was killed`;
		run.child.kill('SIGKILL');
		rejectAll(run, run.killedFor);
	}

	#call(call: EngineCall): Promise<readonly EnginePeer[]> {
		const run = this.#run;
		if (run?.killedFor !== '') return Promise.reject(new EngineGone('the engine does not run'));
		const number = ++this.#number;
		return new Promise((resolve, reject) => {
			run.pending.set(number, { resolve, reject });
			const message: ToEngine = { number, call };
			run.child.send(message, (error) => {
				if (error && run.pending.delete(number))
					reject(new EngineGone(`the engine cannot be reached: ${error.message}`));
			});
		});
	}

	#onMessage(run: Run, message: unknown): void {
		// Messages that a killed engine had sent before are no sign of life.
		if (run.killedFor === '') run.heartbeat.heard();
		if (!isFromEngine(message)) {
			this.#options.log('warning', 'the engine sent something that was not understood');
			return;
		}
		switch (message.type) {
			case 'answer':
				take(run, message.number)?.resolve(message.peers ?? []);
				break;
			case 'refusal':
				take(run, message.number)?.reject(new Error(message.reason));
				break;
			case 'message':
				this.#emit(message.message);
				break;
			case 'log':
				this.#options.log(message.level, message.text);
				break;
			case 'dying':
				run.lastWords = message.reason;
				this.#options.log('error', `the engine's process ends: ${message.reason}`);
				break;
		}
	}

	#onExit(run: Run, how: string): void {
		if (this.#run === run) this.#run = null;
		run.heartbeat.end();
		const { pidFile, log } = this.#options;
		if (pidFile !== undefined) forgetEngine(pidFile, log);
		const [said = ''] = run.lastWords.split('\n');
		const reason = run.killedFor || `its process ended with ${how}${said ? `: ${said}` : ''}`;
		rejectAll(run, reason);
		if (!run.ending) this.#emit({ type: 'died', reason });
	}

	#emit(message: EngineMessage): void {
		for (const listener of this.#listeners) listener(message);
	}
}

/** What crosses to the other process: it cannot take functions. */
function engineOptions(options: EngineProcessOptions): EngineOptions {
	const { port, host, dht, localDiscovery, peerExchange, webSeeds, protectedPaths } = options;
	const ownService = options.ownService();
	return { port, host, dht, localDiscovery, peerExchange, webSeeds, ownService, protectedPaths };
}

function rejectAll({ pending }: Run, reason: string): void {
	for (const { reject } of pending.values()) reject(new EngineGone(`the engine is gone: ${reason}`));
	pending.clear();
}

function take(run: Run, number: number): Pending | undefined {
	const pending = run.pending.get(number);
	run.pending.delete(number);
	return pending;
}
