import { type LocalNeeds, localNeedsOf } from '../../state/adding/local-needs.ts';
import type { AddingMessage } from '../../state/adding/message.ts';
import type { Store } from '../../state/store.ts';
import { Bounded } from '../bounded.ts';
import { readFolder } from './read-folder.ts';
import { readTorrent } from './read-torrent.ts';

/** Files that are read at once. */
const atOnce = 4;

/** Reads of this machine's disk what open dialogs need, each once from when it is needed first. */
export class LocalFiles {
	readonly #store: Store;
	readonly #unsubscribe: () => void;
	readonly #places = new Bounded(atOnce);
	#needs: LocalNeeds;
	#closed = false;

	constructor(store: Store) {
		this.#store = store;
		this.#needs = localNeedsOf(store.get());
		this.#unsubscribe = store.subscribe(() => this.#adjust());
	}

	close(): void {
		this.#closed = true;
		this.#unsubscribe();
	}

	#adjust(): void {
		const before = this.#needs;
		const needs = localNeedsOf(this.#store.get());
		if (needs === before) return;
		this.#needs = needs;
		for (const path of added(before.folders, needs.folders)) {
			this.#read(async () => ({ type: 'folder', path, folder: await readFolder(path) }));
		}
		for (const path of added(before.torrents, needs.torrents)) {
			this.#read(async () => ({ type: 'torrent', path, torrent: await readTorrent(path) }));
		}
	}

	#read(task: () => Promise<AddingMessage>): void {
		void this.#places.run(async () => {
			if (this.#closed) return;
			const what = await task();
			if (!this.#closed) this.#store.dispatch({ type: 'adding', what });
		});
	}
}

/** What is needed now and was not before. */
function added(before: readonly string[], now: readonly string[]): readonly string[] {
	if (now.length === 0) return now;
	const known = new Set(before);
	return now.filter((path) => !known.has(path));
}
