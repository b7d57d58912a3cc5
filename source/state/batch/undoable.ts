import type { ChangeOf } from './change.ts';

/** A change that was made of downloads, and how each of them comes back from it. */
export interface Undoable {
	/** Completed action: 'Stopping 60 downloads'. Untrusted. */
	readonly doing: string;
	readonly reversals: readonly ChangeOf[];
	/** Infohashes of the selection, if it was cleared. */
	readonly selection?: ReadonlySet<string>;
}
