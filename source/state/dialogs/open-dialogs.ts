import type { Dialog, DialogKind } from './dialogs.ts';

/** Data that has the open dialogs; the last one is on top. */
export interface OpenDialogs {
	readonly dialogs: readonly Dialog[];
}

/** Returns the open dialog of a kind. */
export function openDialogOf<Kind extends DialogKind>(
	{ dialogs }: OpenDialogs,
	kind: Kind,
): Extract<Dialog, { kind: Kind }> | undefined {
	const is = (dialog: Dialog): dialog is Extract<Dialog, { kind: Kind }> => dialog.kind === kind;
	return dialogs.find(is);
}

/** Replaces the dialog on top. */
export function replaceTop<Data extends OpenDialogs>(data: Data, dialog: Dialog): Data {
	return { ...data, dialogs: [...data.dialogs.slice(0, -1), dialog] };
}

/** Closes the dialog on top. */
export function closeTop<Data extends OpenDialogs>(data: Data): Data {
	return { ...data, dialogs: data.dialogs.slice(0, -1) };
}
