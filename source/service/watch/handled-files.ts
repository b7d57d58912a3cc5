import { join } from 'node:path';
import Type from 'typebox';
import { decode } from '../../protocol/decode.ts';
import type { Log } from '../log/log.ts';
import { StateFile } from '../storage/state-file.ts';

/** Name of the file in the state folder. */
const HANDLED_FILES = 'watched-files.json';

/** Bounds the file. */
const MAX_FILES = 10_000;

/** The way in which a file was handled. */
export type Outcome = 'added' | 'corrupt';

const Handled = Type.Object({ signature: Type.String(), outcome: Type.Enum(['added', 'corrupt']) });
const Saved = Type.Object({ files: Type.Record(Type.String(), Handled) });
type Handled = Type.Static<typeof Handled>;

/**
 * Handled files that could not be renamed or deleted. They are remembered across restarts, so that none of them is
 * added again.
 */
export class HandledFiles {
	readonly #file: StateFile;
	/** By path. */
	readonly #files: Map<string, Handled>;

	constructor(stateFolder: string, log: Log) {
		this.#file = new StateFile(join(stateFolder, HANDLED_FILES), log);
		const { value, deviations } = decode(Saved, this.#file.read() ?? { files: {} });
		this.#files = new Map(deviations.length > 0 ? [] : Object.entries(value.files).slice(-MAX_FILES));
	}

	/** Returns the outcome of the file with this content; undefined if it was not handled. */
	outcome(path: string, signature: string): Outcome | undefined {
		const handled = this.#files.get(path);
		return handled?.signature === signature ? handled.outcome : undefined;
	}

	/** Returns false if the memory is full or cannot be saved: the file may be added again after a restart. */
	remember(path: string, signature: string, outcome: Outcome): boolean {
		if (this.outcome(path, signature) === outcome) return true;
		if (this.#files.size >= MAX_FILES && !this.#files.has(path)) return false;
		this.#files.set(path, { signature, outcome });
		return this.#save();
	}

	/** Forgets the files of which `isGone` is true. */
	forget(isGone: (path: string) => boolean): void {
		const gone = [...this.#files.keys()].filter(isGone);
		for (const path of gone) this.#files.delete(path);
		if (gone.length > 0) this.#save();
	}

	#save(): boolean {
		return this.#file.write({ files: Object.fromEntries(this.#files) });
	}
}
