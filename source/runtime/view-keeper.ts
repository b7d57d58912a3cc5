import type { SmallFile } from '../client/discovery/small-file.ts';
import type { News } from '../state/journal.ts';
import type { State } from '../state/state.ts';
import type { Store } from '../state/store.ts';
import { readView, type SavedView } from '../state/view/saved-view.ts';
import { writeView } from './view-file.ts';

/** Where the cockpit keeps how downloads are shown, and what was there at the start. */
export interface KeptView {
	readonly path: string;
	readonly file: SmallFile;
}

/** Milliseconds after a change until it is written: a width is changed in many steps. */
const pause = 300;

function viewIn({ view, downloads }: State): SavedView {
	return { ...view, sort: downloads.sort };
}

/**
 * Gives the state what was kept, and keeps what the user chooses from then on. Never fails: what cannot be read or
 * written is told. The function that it gives writes what is not written yet, and ends it.
 */
export function keepView({ path, file }: KeptView, store: Store): () => Promise<void> {
	const tell = (text: string) => {
		const news: News = { level: 'warning', text };
		store.dispatch({ type: 'news', news, at: Date.now() });
	};
	if ('text' in file) takeView(path, file.text, store, tell);
	else if (!file.missing) tell(`What you chose before is not used: ${path} ${file.reason}.`);

	let seen = viewIn(store.get());
	/** What the file is known to have. */
	let kept = seen;
	let timer: NodeJS.Timeout | undefined;
	let writing = Promise.resolve();
	let complained = false;

	async function write(): Promise<void> {
		const before = kept;
		const now = seen;
		if (before === now) return;
		const trouble = await writeView(path, before, now);
		if (trouble.aside !== undefined) tell(`${path} could not be understood; it is kept as ${trouble.aside}.`);
		if (trouble.fault === undefined) {
			kept = now;
			return;
		}
		// Once is enough: it would be so at each change.
		if (!complained) tell(`What you chose is not kept for the next start: ${trouble.fault}`);
		complained = true;
	}
	const unsubscribe = store.subscribe(() => {
		const state = store.get();
		if (state.view.columns === seen.columns && state.view.filters === seen.filters) {
			if (state.downloads.sort === seen.sort) return;
		}
		seen = viewIn(state);
		clearTimeout(timer);
		timer = setTimeout(() => {
			writing = writing.then(write);
		}, pause);
	});
	return async () => {
		unsubscribe();
		clearTimeout(timer);
		await writing;
		await write();
	};
}

/** What of the file can be used is used, and the rest is told. */
function takeView(path: string, text: string, store: Store, tell: (text: string) => void): void {
	try {
		const { saved, faults } = readView(text);
		store.dispatch({ type: 'view', what: { type: 'read', saved } });
		if (faults.length > 0) tell(`Part of ${path} is not used: ${faults.join('; ')}.`);
	} catch (error) {
		const why = error instanceof Error ? error.message : String(error);
		tell(`What you chose before is not used: ${path} cannot be understood (${why}).`);
	}
}
