import { areSame } from '../../basics/lists.ts';
import type { Dialog, DialogKind, DialogKinds } from '../surfaces/dialogs.ts';

/** Data that has the open dialogs; the last one is on top. */
export interface OpenDialogs {
	readonly dialogs: readonly Dialog[];
}

/** Data of an open dialog of a kind. */
export type DialogOf<Kind extends DialogKind> = DialogKinds[Kind];

const isOf = <Kind extends DialogKind>(dialog: Dialog | undefined, kind: Kind): dialog is DialogOf<Kind> =>
	dialog?.kind === kind;

/** Returns the open dialog of a kind. */
export function openDialogOf<Kind extends DialogKind>(
	{ dialogs }: OpenDialogs,
	kind: Kind,
): DialogOf<Kind> | undefined {
	return dialogs.find((dialog) => isOf(dialog, kind));
}

/** Returns the dialog on top if it is of this kind. */
export function topDialogOf<Kind extends DialogKind>(
	{ dialogs }: OpenDialogs,
	kind: Kind,
): DialogOf<Kind> | undefined {
	const top = dialogs.at(-1);
	return isOf(top, kind) ? top : undefined;
}

/** Changes the open dialogs of a kind. `change` returns those that stay as they are. */
export function changeDialogs<Data extends OpenDialogs, Kind extends DialogKind>(
	data: Data,
	kind: Kind,
	change: (dialog: DialogOf<Kind>) => DialogOf<Kind>,
): Data {
	const dialogs = data.dialogs.map((dialog) => (isOf(dialog, kind) ? change(dialog) : dialog));
	return areSame(dialogs, data.dialogs) ? data : { ...data, dialogs };
}

/** Replaces the dialog on top. */
export function replaceTop<Data extends OpenDialogs>(data: Data, dialog: Dialog): Data {
	return { ...data, dialogs: [...data.dialogs.slice(0, -1), dialog] };
}
