import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
	type Announcement,
	Announcement as AnnouncementSchema,
	announcementFile,
} from '../../protocol/announcement.ts';
import { decode } from '../../protocol/decode.ts';
import { reasonOf, storageError } from '../http/http-error.ts';
import type { Log } from '../log/log.ts';
import { isDiskFull } from './state-disk.ts';

/** Announces a service once. A full disk delays the announcement until the next `retry`. */
export class Announcer {
	readonly #path: string;
	readonly #log: Log;
	/** undefined before the start and once it is written. */
	#pending: Announcement | undefined;

	constructor(stateFolder: string, log: Log) {
		this.#path = join(stateFolder, announcementFile);
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
		try {
			rmSync(this.#path, { force: true });
		} catch (error) {
			this.#log('warning', `${this.#path} cannot be deleted: ${reasonOf(error)}`);
		}
	}

	/** Writes the service's address to the state folder, for programs of the same user. */
	#write(): void {
		if (this.#pending === undefined) return;
		try {
			writeFileSync(this.#path, `${JSON.stringify(this.#pending, null, '\t')}\n`, { mode: 0o600 });
			this.#pending = undefined;
		} catch (error) {
			const failure = `Cannot write ${this.#path}: ${reasonOf(error)}.`;
			if (!isDiskFull(error)) throw storageError(failure, error);
			// A full disk leaves an incomplete file.
			rmSync(this.#path, { force: true });
			this.#log('warning', `${failure} Other programs cannot find the service until there is space.`);
		}
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
