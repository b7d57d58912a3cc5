import type { AddField } from './adding.ts';
import type { Choosing } from './choice.ts';
import type { Folder, LocalTorrent } from './local-files.ts';
import type { Place } from './source.ts';

/** What can happen while downloads are being added. */
export type AddingMessage =
	// Opens the dialog, with a text that may name something.
	| { readonly type: 'begin'; readonly text: string; readonly place: Place }
	// Text into the line that has the keys; several sources in it become lines of their own.
	| { readonly type: 'paste'; readonly text: string }
	| { readonly type: 'field'; readonly field: AddField }
	// Takes the chosen source out.
	| { readonly type: 'drop' }
	// The chosen suggestion becomes the destination.
	| { readonly type: 'accept' }
	// Looks for a file, from the folder where somebody looked last.
	| { readonly type: 'browse' }
	| { readonly type: 'enter-folder'; readonly folder: string }
	| { readonly type: 'hidden' }
	// A file that was browsed; `stay`: more will follow.
	| { readonly type: 'take'; readonly path: string; readonly stay: boolean }
	| { readonly type: 'files'; readonly path: string }
	| { readonly type: 'want'; readonly which: Choosing }
	// What the runtime read.
	| { readonly type: 'folder'; readonly path: string; readonly folder: Folder }
	| { readonly type: 'torrent'; readonly path: string; readonly torrent: LocalTorrent };
