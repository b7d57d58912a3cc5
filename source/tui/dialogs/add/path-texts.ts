import { sanitize } from '../../../format/sanitize.ts';
import { shownName } from '../../../format/shown-name.ts';
import type { AddDialog } from '../../../state/adding/adding.ts';
import { completionOf, continuations, isCompletionPending } from '../../../state/adding/completion.ts';
import { type DestinationStatus, destinationStatusOf } from '../../../state/adding/destination.ts';
import type { State } from '../../../state/core/state.ts';

/** Maximum of names listed that continue a path. */
const MAX_NAMES = 5;
/** Minimum cells of the dialog for whole sentences. */
const MIN_WIDE_COLUMNS = 70;

/** Statuses of a destination in whole sentences. */
export const destinationTexts: Readonly<Record<DestinationStatus, string>> = {
	used: 'used by other downloads',
	there: 'exists on this machine',
	new: 'new folder',
	unused: 'not used by any download yet',
};
const SHORT_TEXTS: Readonly<Record<DestinationStatus, string>> = {
	used: 'in use',
	there: 'exists',
	new: 'new folder',
	unused: 'not used yet',
};

/** Returns the status of the destination, in a dialog of so many cells; undefined while it is unknown. */
export function destinationText(state: State, dialog: AddDialog, columns: number): string | undefined {
	const standing = destinationStatusOf(state, dialog);
	return standing && (columns < MIN_WIDE_COLUMNS ? SHORT_TEXTS : destinationTexts)[standing];
}

/** Returns the destination of an empty field. No service reports its default, but its downloads show it. Sanitized. */
export function defaultDestinationText({ usedDestinations: [most] }: AddDialog): string {
	return most === undefined ? pathText.default : pathText.usual(sanitize(most, 400));
}

/** Whether the destination does not exist yet, as far as is known. */
export function isNewDestination(state: State, dialog: AddDialog): boolean {
	const standing = destinationStatusOf(state, dialog);
	return standing === 'new' || standing === 'unused';
}

/** Returns the paths on this machine's disk that continue the typed one; empty if there are none. Sanitized. */
export function continuationText(state: State, dialog: AddDialog): string {
	const names = continuations(state, dialog, MAX_NAMES + 1);
	if (names.length === 0) return '';
	const shown = names.slice(0, MAX_NAMES).map((name) => sanitize(shownName(name, 200), 200));
	const rest = names.length > MAX_NAMES ? '  …' : '';
	return pathText.completions(`${shown.join('  ')}${rest}`);
}

export const pathText = {
	completions: (names: string) => `tab completes: ${names}`,
	several: (how: string) => `Several names match: ${how}; tab again goes to the next field.`,
	default: 'default folder of the service',
	usual: (folder: string) => `default, usually ${folder}`,
	choose: '↓ chooses',
	browse: 'ctrl-o shows them',
} as const;

/** Returns why tab left the field unchanged; empty if it did not. */
export function unchangedText(state: State, dialog: AddDialog): string {
	if (!isCompletionPending(dialog)) return '';
	if (completionOf(state, dialog) === 'reading') return 'The folder is being read…';
	const how = dialog.field === 'destination' ? pathText.choose : pathText.browse;
	return pathText.several(how);
}
