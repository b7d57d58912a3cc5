import type { LineEdit } from './line-edit.ts';

/** A download that a question is about, as it was when it was asked. */
export interface Subject {
	readonly infohash: string;
	readonly name: string;
	/** Bytes on the disk, as far as is known. */
	readonly bytes: number;
}

/** What lies over the panes, the last one on top. The top one has all keys. */
export type Dialog =
	| { readonly kind: 'help'; readonly scroll: number }
	| { readonly kind: 'add'; readonly line: LineEdit }
	| { readonly kind: 'remove'; readonly subject: Subject };

export type DialogKind = Dialog['kind'];
