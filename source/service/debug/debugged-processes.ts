import { within } from '../../basics/within.ts';
import { EngineGone } from '../engine/port.ts';
import { reasonOf } from '../http/http-error.ts';
import type { Watcher } from '../watcher/methods.ts';

export type ProcessName = 'service' | 'engine';

/** The engine's process, as far as its examination needs it. */
export interface ExaminedEngine {
	/** The process's id while it runs. */
	readonly pid: number | undefined;
	readonly watcher: Watcher;
	/** Runs `work`, and does not replace the engine meanwhile although it may be silent. */
	tolerateSilence<T>(work: () => Promise<T>): Promise<T>;
}

/** Rows of both processes. */
export interface RowsOfBoth<Row> {
	readonly rows: readonly (Row & { readonly process: ProcessName })[];
	/** Reasons for missing rows, as sentences; undefined if all are there. */
	readonly unavailable: string | undefined;
}

/** Time for a watcher to respond: it waits for threads in native code. */
const TIMEOUT_MS = 5_000;

/** Reason for missing rows. */
export const NO_ENGINE = 'The engine does not run.';

/** The processes of the service and of the engine, with their watchers. */
export class DebuggedProcesses {
	readonly service: Watcher;
	readonly engine: ExaminedEngine;
	/** Requests for the same rows share one examination. */
	readonly #underWay = new Map<string, Promise<RowsOfBoth<object>>>();

	constructor(service: Watcher, engine: ExaminedEngine) {
		this.service = service;
		this.engine = engine;
	}

	threads() {
		return this.#both(
			'threads',
			() => this.service.threads(),
			() => this.engine.watcher.threads(),
		);
	}

	openFiles() {
		return this.#both(
			'files',
			() => this.service.openFiles(process.pid),
			(pid) => this.service.openFiles(pid),
		);
	}

	openSockets() {
		return this.#both(
			'sockets',
			() => this.service.openSockets(process.pid),
			(pid) => this.service.openSockets(pid),
		);
	}

	/** Examines both processes independently. */
	#both<Row extends object>(
		kind: string,
		ofService: () => Promise<readonly Row[]>,
		ofEngine: (pid: number) => Promise<readonly Row[]>,
	): Promise<RowsOfBoth<Row>> {
		// The kind determines the rows.
		const running = this.#underWay.get(kind) as Promise<RowsOfBoth<Row>> | undefined;
		if (running) return running;
		const examined = this.#examine(ofService, ofEngine).finally(() => this.#underWay.delete(kind));
		this.#underWay.set(kind, examined);
		return examined;
	}

	async #examine<Row extends object>(
		ofService: () => Promise<readonly Row[]>,
		ofEngine: (pid: number) => Promise<readonly Row[]>,
	): Promise<RowsOfBoth<Row>> {
		const { pid } = this.engine;
		const [service, engine] = await Promise.all([
			rowsOr('service', ofService()),
			pid === undefined ? NO_ENGINE : rowsOr('engine', ofEngine(pid)),
		]);
		const missing = [service, engine].filter((each) => typeof each === 'string');
		return {
			rows: [...named('service', service), ...named('engine', engine)],
			unavailable: missing.length === 0 ? undefined : missing.join(' '),
		};
	}
}

/** Returns the rows, or the reason why there are none. */
async function rowsOr<Row>(
	process: ProcessName,
	task: Promise<readonly Row[]>,
): Promise<readonly Row[] | string> {
	const prefix = `Cannot examine the ${process}:`;
	try {
		return await within(task, TIMEOUT_MS, `${prefix} no response within ${TIMEOUT_MS / 1000} s.`);
	} catch (error) {
		if (error instanceof EngineGone) return NO_ENGINE;
		return `${prefix} ${reasonOf(error)}.`;
	}
}

function named<Row extends object>(process: ProcessName, rows: readonly Row[] | string) {
	return typeof rows === 'string' ? [] : rows.map((row) => ({ ...row, process }));
}
