import { readFileSync } from 'node:fs';
import { codeOf } from '../../basics/error.ts';
import { reasonOf } from '../http/http-error.ts';
import type { Log } from '../log/log.ts';
import { writePrivateFile } from './private-file.ts';

const stateFileText = {
	unreadable: (path: string, reason: string) => `Cannot read ${path}: ${reason}. It is ignored.`,
	unwritable: (path: string, reason: string) => `Cannot write ${path}: ${reason}. It is tried again later.`,
};

/** Maximum size of a file that is read. */
const MAX_CHARACTERS = 16 * 1024 * 1024;

/** A JSON file in the state folder. A crash leaves the old or the new content. */
export class StateFile {
	readonly #path: string;
	readonly #log: Log;

	constructor(path: string, log: Log) {
		this.#path = path;
		this.#log = log;
	}

	/** Returns undefined if there is no valid file. */
	read(): unknown {
		try {
			const text = readFileSync(this.#path, 'utf8');
			if (text.length > MAX_CHARACTERS) throw new Error('it is too large');
			return JSON.parse(text);
		} catch (error) {
			if (codeOf(error) !== 'ENOENT')
				this.#log('warning', stateFileText.unreadable(this.#path, reasonOf(error)));
			return undefined;
		}
	}

	/** Replaces the content. Returns false if that failed, which is logged. */
	write(content: unknown): boolean {
		try {
			writePrivateFile(this.#path, JSON.stringify(content));
			return true;
		} catch (error) {
			this.#log('warning', stateFileText.unwritable(this.#path, reasonOf(error)));
			return false;
		}
	}
}
