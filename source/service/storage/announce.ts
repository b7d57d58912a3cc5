import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
	type Announcement,
	Announcement as AnnouncementSchema,
	announcementFile,
} from '../../protocol/announcement.ts';
import { decode } from '../../protocol/decode.ts';
import { HttpError, reasonOf } from '../http/http-error.ts';
import type { Log } from '../log/log.ts';
import { isDiskFull } from './state-disk.ts';

/** Writes the service's address to the state folder, for programs of the same user. */
function announce(stateFolder: string, announced: Announcement): void {
	const path = join(stateFolder, announcementFile);
	try {
		writeFileSync(path, `${JSON.stringify(announced, null, '\t')}\n`, { mode: 0o600 });
	} catch (error) {
		// A full disk leaves an incomplete file.
		if (isDiskFull(error)) rmSync(path, { force: true });
		throw new HttpError(500, 'StorageError', `Cannot write ${path}: ${reasonOf(error)}.`, error);
	}
}

/** Announces a service once. A full disk delays the announcement until the next `retry`. */
export class Announcer {
	readonly #stateFolder: string;
	readonly #log: Log;
	/** undefined before the start and once it is written. */
	#pending: Announcement | undefined;

	constructor(stateFolder: string, log: Log) {
		this.#stateFolder = stateFolder;
		this.#log = log;
	}

	/** Throws when the announcement cannot be written for another reason than a full disk. */
	announce(announced: Announcement): void {
		this.#pending = announced;
		this.#write();
	}

	/** Writes a delayed announcement. Logs a failure. */
	retry(): void {
		try {
			this.#write();
		} catch (error) {
			this.#log('warning', reasonOf(error));
		}
	}

	withdraw(): void {
		withdraw(this.#stateFolder, this.#log);
	}

	#write(): void {
		if (this.#pending === undefined) return;
		try {
			announce(this.#stateFolder, this.#pending);
			this.#pending = undefined;
		} catch (error) {
			if (!(error instanceof HttpError && isDiskFull(error.cause))) throw error;
			this.#log('warning', `${error.message} Other programs cannot find the service until there is space.`);
		}
	}
}

function withdraw(stateFolder: string, log: Log): void {
	const path = join(stateFolder, announcementFile);
	try {
		rmSync(path, { force: true });
	} catch (error) {
		log('warning', `${path} cannot be deleted: ${reasonOf(error)}`);
	}
}

/** Returns the announcement in a state folder; undefined without one. A killed service leaves its announcement. */
export function readAnnouncement(stateFolder: string): Announcement | undefined {
	let text: string;
	try {
		text = readFileSync(join(stateFolder, announcementFile), 'utf8');
	} catch {
		return undefined; // No file: no service.
	}
	try {
		const { value, deviations } = decode(AnnouncementSchema, JSON.parse(text));
		return deviations.length === 0 ? value : undefined;
	} catch {
		return undefined; // Incomplete file: the next read gets it.
	}
}
