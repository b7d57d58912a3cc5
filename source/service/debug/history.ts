import type { ProcessUsage } from '../watcher/methods.ts';
import { ownUsage, usageOf } from '../watcher/process-usage.ts';
import type { ExaminedEngine } from './debugged-processes.ts';
import { defaultResolutions, SampleSeries, type UsageSample } from './sample-series.ts';

/** A process at the last sample. */
interface ProcessSample extends ProcessUsage {
	readonly pid: number;
}

/** Samples the resources of the service and of the engine from the start. A sample takes about 0.1 ms. */
export class History {
	readonly #examined: ExaminedEngine;
	readonly #series = new SampleSeries();
	readonly #timer: NodeJS.Timeout;
	/** `performance.now()` of the last sample. */
	#at = performance.now();
	#service: ProcessSample = { pid: process.pid, ...ownUsage() };
	#engine: ProcessSample | undefined;
	/** The engine's last response, on systems that do not report other processes. */
	#reported: ProcessSample | undefined;

	constructor(engine: ExaminedEngine) {
		this.#examined = engine;
		this.#timer = setInterval(() => this.#sample(), (defaultResolutions[0]?.interval ?? 1) * 1000);
		this.#timer.unref();
	}

	/** Returns the samples, the oldest first. There is one in any case. */
	list(): UsageSample[] {
		if (this.#series.list().length === 0) this.#sample();
		return this.#series.list();
	}

	close(): void {
		clearInterval(this.#timer);
	}

	#sample(): void {
		const now = performance.now();
		const seconds = Math.max((now - this.#at) / 1000, 0.001);
		const service: ProcessSample = { pid: process.pid, ...ownUsage() };
		const engine = this.#ofEngine();
		this.#series.add({
			time: Math.floor(Date.now() / 1000),
			cpu: {
				service: percent(this.#service, service, seconds),
				engine: percent(this.#engine, engine, seconds),
			},
			memory: { service: service.memory, engine: engine?.memory ?? 0 },
		});
		this.#at = now;
		this.#service = service;
		this.#engine = engine;
	}

	#ofEngine(): ProcessSample | undefined {
		const { pid, watcher } = this.#examined;
		if (pid === undefined) return undefined;
		const usage = usageOf(pid);
		if (usage) return { pid, ...usage };
		watcher.usage().then(
			(reported) => {
				this.#reported = { pid, ...reported };
			},
			() => {}, // It has ended.
		);
		return this.#reported?.pid === pid ? this.#reported : undefined;
	}
}

/** Returns the processor time between two samples, in percent of one processor. A new process starts at 0. */
function percent(before: ProcessSample | undefined, now: ProcessSample | undefined, seconds: number): number {
	if (!now) return 0;
	const since = before?.pid === now.pid ? before.cpuTime : 0;
	return Math.round((Math.max(now.cpuTime - since, 0) / seconds) * 1000) / 10;
}
