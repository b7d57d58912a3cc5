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
	| { readonly kind: 'remove'; readonly subjects: readonly Subject[] }
	/** Finds a command by its title; `chosen` is the place of the one to run among those found. */
	| { readonly kind: 'palette'; readonly line: LineEdit; readonly chosen: number }
	/** The filter being typed holds at once; `before` is what giving it up leads back to. */
	| { readonly kind: 'filter'; readonly line: LineEdit; readonly before: FilterBefore };

/** A list as it was before its filter was changed. */
export interface FilterBefore {
	readonly filter: string;
	readonly cursor: string | undefined;
}

export type DialogKind = Dialog['kind'];
