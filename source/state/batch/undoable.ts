import type { ChangeOf } from './change.ts';

/** A completed change of downloads, with its reversals. */
export interface Undoable {
	/** Completed action: 'Stopping 60 downloads'. Untrusted. */
	readonly doing: string;
	readonly reversals: readonly ChangeOf[];
	/** Infohashes of the selection, if it was cleared. */
	readonly selection?: ReadonlySet<string>;
}
