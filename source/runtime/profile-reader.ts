import { isMissing } from '../basics/error.ts';
import { plainFileBytes } from '../metainfo/plain-file.ts';
import { whyUnreadable } from '../metainfo/why-unreadable.ts';
import type { Store } from '../state/core/store.ts';
import { profileContent, profileToRead, type ReadProfile } from '../state/dialogs/profile-dialog.ts';
import { DISK_TIMEOUT_MS, withDiskTimeout } from './adding/timeout.ts';

/** A profile of ten minutes has about 4 MB. */
const MAX_PROFILE_BYTES = 32 * 1024 * 1024;

/** Reads the profiles that the open dialog shows. */
export class ProfileReader {
	readonly #store: Store;
	readonly #unsubscribe: () => void;
	#reading: string | undefined;
	#closed = false;

	constructor(store: Store) {
		this.#store = store;
		this.#unsubscribe = store.subscribe(() => this.#adjust(), 'dialogs');
		// A session that is opened again continues with the state of the last one.
		this.#adjust();
	}

	close(): void {
		this.#closed = true;
		this.#unsubscribe();
	}

	#adjust(): void {
		const path = profileToRead(this.#store.get());
		if (path !== undefined && path !== this.#reading) void this.#read(path);
	}

	async #read(path: string): Promise<void> {
		this.#reading = path;
		const content = await readProfile(path);
		this.#reading = undefined;
		if (!this.#closed) this.#store.dispatch({ type: 'profile', path, content });
	}
}

export const profileReaderText = {
	missing: 'There is no such file on this machine. The service may run on another one.',
} as const;

/** Reads a .cpuprofile file on this machine. */
async function readProfile(path: string): Promise<ReadProfile> {
	try {
		const reading = plainFileBytes(path, MAX_PROFILE_BYTES, 'profiles');
		return profileContent(parsed(await withDiskTimeout(reading, undefined, DISK_TIMEOUT_MS)));
	} catch (error) {
		const why = isMissing(error) ? profileReaderText.missing : `It cannot be read: ${whyUnreadable(error)}.`;
		return { status: 'failed', why };
	}
}

/** Returns undefined if the file is not JSON. */
function parsed(bytes: Uint8Array): unknown {
	try {
		return JSON.parse(new TextDecoder().decode(bytes));
	} catch {
		return undefined;
	}
}
