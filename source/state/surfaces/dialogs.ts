import type { LineEdit } from './line-edit.ts';

/** Subject of a question, as it was when it opened. */
export interface Subject {
	readonly infohash: string;
	readonly name: string;
	/** Bytes on the disk as far as known, and bytes when complete. */
	readonly bytes: number;
	readonly size: number;
	readonly ratio: number;
	readonly status: string;
	/** Folder of its data; '' if the service does not report it. */
	readonly destination: string;
}

/**
 * Data of every kind of dialog. A dialog adds its kind where its data is declared:
 * `declare module '…/state/surfaces/dialogs.ts' { interface DialogKinds { help: HelpDialog } }`.
 * The registry of dialogs does not compile until it lists the kind.
 */
export interface DialogKinds {
	help: { readonly kind: 'help'; readonly scroll: number };
	/** `chosen`: index of the command to run among the matches. */
	palette: { readonly kind: 'palette'; readonly line: LineEdit; readonly chosen: number };
}

export type DialogKind = keyof DialogKinds;

/** Data of an open dialog. The last of several is on top and has the keys. */
export type Dialog = DialogKinds[DialogKind];
