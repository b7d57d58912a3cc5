import { readSmallFile, type SmallFile } from '../client/discovery/small-file.ts';
import { Semaphore } from '../concurrency/semaphore.ts';
import type { State } from '../state/core/state.ts';
import type { Store } from '../state/core/store.ts';
import type { News } from '../state/events/journal.ts';
import type { Dialog } from '../state/surfaces/dialogs.ts';
import { mergeEarlier } from '../state/view/earlier.ts';
import { isSame, mergeFilters, readView, type SavedView } from '../state/view/saved-view.ts';
import { type SavedFilter, withFilter } from '../state/view/view.ts';
import { writeView } from './view-file.ts';

/** File of the view and its content at the start. */
export interface ViewFile {
	readonly path: string;
	readonly file: SmallFile;
}

export const viewKeeperText = {
	unsaved: (reason: string) => `The view cannot be saved for the next start: ${reason}`,
	renamed: (path: string, aside: string) => `${path} is not valid; it was renamed to ${aside}.`,
} as const;

/** Delay between a change and its writing. A width is changed in many steps. */
const WRITE_DELAY_MS = 300;

/** Whether a dialog shows saved filters. When one opens, the file is read for changes by other cockpits. */
function showsFilters(dialog: Dialog): boolean {
	if (dialog.kind === 'form') return dialog.subject.form === 'save-filter';
	return ['filters', 'filter', 'columns'].includes(dialog.kind);
}

function viewIn({ view, downloads }: State): SavedView {
	return { ...view, sort: downloads.sort };
}

/**
 * Loads the saved view into the state and saves later changes. Never fails: read and write errors are reported.
 * Returns a function that writes pending changes and stops.
 */
export function keepView({ path, file }: ViewFile, store: Store): () => Promise<void> {
	const keeper = new ViewKeeper(path, store, file);
	return () => keeper.end();
}

class ViewKeeper {
	readonly #path: string;
	readonly #store: Store;
	/** View that the file is known to contain. */
	#saved: SavedView;
	/** Text of the file at the last reading. */
	#text: string | undefined;
	#timer: NodeJS.Timeout | undefined;
	/** Runs reads and writes in sequence, because nothing may be read while it is being written. */
	readonly #fileAccess = new Semaphore(1);
	#hasReportedFailure = false;
	readonly #ends: readonly (() => void)[];

	constructor(path: string, store: Store, file: SmallFile) {
		this.#path = path;
		this.#store = store;
		if ('text' in file) this.#load(file.text);
		else if (!file.missing) this.#warn(`The saved view is not used: ${this.#path} ${file.reason}.`);
		this.#saved = viewIn(store.get());
		this.#ends = [
			store.subscribe((after, before) => this.#onDialogs(after.dialogs, before.dialogs), 'dialogs'),
			store.subscribeLater((after, before) => this.#onView(after, before), 'view', 'downloads'),
		];
	}

	async end(): Promise<void> {
		for (const end of this.#ends) end();
		clearTimeout(this.#timer);
		await this.#fileAccess.run(() => this.#write());
	}

	#warn(text: string): void {
		const news: News = { level: 'warning', text };
		this.#store.dispatch({ type: 'news', news, at: Date.now() });
	}

	#onDialogs(dialogs: State['dialogs'], before: State['dialogs']): void {
		const top = dialogs.at(-1);
		if (top && dialogs.length > before.length && showsFilters(top)) {
			void this.#fileAccess.run(() => this.#readAgain());
		}
	}

	#onView({ view, downloads }: State, before: State): void {
		if (view === before.view && downloads.sort === before.downloads.sort) return;
		clearTimeout(this.#timer);
		this.#timer = setTimeout(() => {
			void this.#fileAccess.run(() => this.#write());
		}, WRITE_DELAY_MS);
	}

	async #write(): Promise<void> {
		const before = this.#saved;
		// Use the current state: it includes filters taken from the file, which would otherwise count as deleted
		// here.
		const now = viewIn(this.#store.get());
		if (isSame(before, now)) return;
		const { backup, fault, saved } = await writeView(this.#path, before, now);
		if (backup !== undefined) {
			this.#warn(viewKeeperText.renamed(this.#path, backup));
		}
		if (saved) {
			this.#saved = now;
			this.#takeFilters(saved);
		}
		if (fault === undefined) return;
		// Reported once, because it would recur with each change.
		if (!this.#hasReportedFailure) this.#warn(viewKeeperText.unsaved(fault));
		this.#hasReportedFailure = true;
	}

	/** Reads changes by other cockpits. Faults of the file are reported when it is written. */
	async #readAgain(): Promise<void> {
		const file = await readSmallFile(this.#path);
		if (!('text' in file) || file.text === this.#text) return;
		this.#text = file.text;
		try {
			this.#takeFilters(readView(file.text).saved);
		} catch {
			// Reported when the file is written.
		}
	}

	/**
	 * Takes filters that other cockpits saved and used; unwritten changes made here stay. Columns and order stay, so
	 * that the screen does not change under the user.
	 */
	#takeFilters(saved: SavedView): void {
		// As in the state: sorted by name, without duplicates.
		const there = saved.filters.reduce<readonly SavedFilter[]>(withFilter, []);
		const now = this.#store.get().view;
		const filters = mergeFilters(there, this.#saved.filters, now.filters).reduce<readonly SavedFilter[]>(
			withFilter,
			[],
		);
		const earlier = mergeEarlier(saved.earlier, this.#saved.earlier, now.earlier);
		this.#saved = { ...this.#saved, filters: there, earlier: saved.earlier };
		if (isSame(filters, now.filters) && isSame(earlier, now.earlier)) return;
		this.#store.dispatch({ type: 'view', what: { type: 'filters-read', filters, earlier } });
	}

	/** Takes the valid parts of the file and reports the rest. */
	#load(text: string): void {
		this.#text = text;
		try {
			const { saved, faults } = readView(text);
			this.#store.dispatch({ type: 'view', what: { type: 'read', saved } });
			if (faults.length > 0) this.#warn(`Part of ${this.#path} is not used: ${faults.join('; ')}.`);
		} catch (error) {
			const why = error instanceof Error ? error.message : String(error);
			this.#warn(`The saved view is not used: ${this.#path} is not valid (${why}).`);
		}
	}
}
