import type { FormerSettings } from '../../protocol/repair/former-settings.ts';
import type { ChangeOf } from './change.ts';

/** A completed change of downloads, with its reversals, or of settings of the service. */
export interface Undoable {
	/** Completed action: 'Stopping 60 downloads'. Untrusted. */
	readonly doing: string;
	readonly reversals: readonly ChangeOf[];
	/** Infohashes of the selection, if it was cleared. */
	readonly selection?: ReadonlySet<string>;
	/** Settings of a service of 8.x before the change. */
	readonly settings?: FormerSettings;
}
