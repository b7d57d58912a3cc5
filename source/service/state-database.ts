import { setTimeout as delay } from 'node:timers/promises';
import type { Core } from './core/core.ts';
import type { Emit } from './core/emit.ts';
import { HttpError, reasonOf } from './http/http-error.ts';
import type { Log } from './log/log.ts';
import { CorruptDatabase, moveAside, openDatabase } from './storage/database.ts';
import type { Database } from './storage/sqlite.ts';
import { isDiskFull, probeStateDisk } from './storage/state-disk.ts';
import { needsUpgrade, upgrade } from './storage/upgrade.ts';

/** Logged after an upgrade. */
export const UPGRADED = 'The database is up to date.';

/** Upgrades the database of an older seedtop. Reports progress in the core's state, in events and in the log. */
export async function upgradeDatabase(database: Database, core: Core, emit: Emit, log: Log): Promise<void> {
	if (!needsUpgrade(database)) return;
	emit('upgrader_started', {});
	await upgrade(database, (doing) => {
		core.upgrading(doing);
		emit('upgrader_tick', { text: doing });
		log('info', `${doing}.`);
	});
	emit('upgrader_finished', {});
	log('info', UPGRADED);
}

/** Time between checks for space on a full disk. */
const SPACE_POLL_MS = 2_000;

interface StateDatabaseOptions {
	readonly stateFolder: string;
	/** Whether to keep a corrupt database aside and start with an empty one. */
	readonly newDatabase: boolean;
	readonly core: Core;
	readonly emit: Emit;
	readonly log: Log;
	/** Called with each new reason why the database cannot be prepared. */
	readonly onFailure: (reason: string) => void;
}

/** The database while the service starts: opens it, upgrades it and waits for space on a full disk. */
export class StateDatabase {
	readonly #options: StateDatabaseOptions;
	/** undefined while the disk has no space to create it. */
	#database: Database | undefined;
	readonly #stopped = new AbortController();

	/** Opens the database unless the disk is full. */
	constructor(options: StateDatabaseOptions) {
		this.#options = options;
		this.#database = unlessFull(() => this.#open());
	}

	/** The open database, if it needs no upgrade. */
	get current(): Database | undefined {
		return this.#database && !needsUpgrade(this.#database) ? this.#database : undefined;
	}

	/**
	 * Opens and upgrades the database, and returns what `load` makes of it. Waits for space if the disk is full.
	 * Resolves with undefined if it fails or is stopped.
	 */
	async prepare<T>(load: (database: Database) => T): Promise<T | undefined> {
		const { stateFolder, core, emit, log, onFailure } = this.#options;
		const { signal } = this.#stopped;
		for (let reported = ''; !signal.aborted; await this.#pause()) {
			try {
				probeStateDisk(stateFolder);
				this.#database ??= this.#open();
				await upgradeDatabase(this.#database, core, emit, log);
				core.recovered('database');
				return load(this.#database);
			} catch (error) {
				const cause = error instanceof HttpError && isDiskFull(error.cause) ? error.cause : error;
				const full = isDiskFull(cause);
				const reason = reasonOf(cause).replace(/\.$/, '');
				const failure = unavailableText(this.#database ? 'upgraded' : 'opened', reason, full);
				if (failure !== reported) onFailure(failure);
				reported = failure;
				if (!full) return undefined;
			}
		}
		return undefined;
	}

	/** Ends the wait for space. */
	stop(): void {
		this.#stopped.abort();
	}

	close(): void {
		this.#database?.close();
	}

	#open(): Database {
		const { stateFolder, newDatabase, log } = this.#options;
		return openStorage(stateFolder, newDatabase, log);
	}

	/** Ends early, without an error, once `stop` is called. */
	async #pause(): Promise<void> {
		await delay(SPACE_POLL_MS, undefined, { signal: this.#stopped.signal }).catch(() => {});
	}
}

/** Runs `open`. Returns undefined when the disk is full. */
function unlessFull<T>(open: () => T): T | undefined {
	try {
		return open();
	} catch (error) {
		if (error instanceof HttpError && isDiskFull(error.cause)) return undefined;
		throw error;
	}
}

/** Returns why the database is not available yet. */
export function unavailableText(action: 'opened' | 'upgraded', reason: string, isFull: boolean): string {
	const next = isFull ? ' Free space on the disk of the state folder. The service retries.' : '';
	return `The database cannot be ${action}: ${reason}.${next}`;
}

/** Returns the log line about a renamed database. */
export function replacedText(path: string): string {
	return `The database was corrupt. It was renamed to ${path} and replaced by an empty one.`;
}

/**
 * Opens the database of a state folder. Refuses a corrupt one; with `replaceCorrupt` keeps it aside and creates an
 * empty one. An intact database is never replaced.
 * @throws HttpError as `openDatabase` does
 */
export function openStorage(stateFolder: string, replaceCorrupt: boolean, log: Log): Database {
	try {
		return openDatabase(stateFolder);
	} catch (error) {
		if (!(error instanceof CorruptDatabase && replaceCorrupt)) throw error;
		const aside = moveAside(stateFolder);
		log('warning', replacedText(aside));
		return openDatabase(stateFolder);
	}
}
