import type { FilesMessage } from '../files/message.ts';
import type { AddField } from './adding.ts';
import type { Folder, LocalTorrent, TorrentSize } from './local-files.ts';
import type { WorkingDirectory } from './source.ts';

/** Messages while downloads are being added. */
export type AddingMessage =
	// Opens the dialog. The text may name a source.
	| { readonly type: 'begin'; readonly text: string; readonly place: WorkingDirectory }
	// Inserts text into the focused line. Each of several sources gets a line.
	| { readonly type: 'paste'; readonly text: string }
	| { readonly type: 'field'; readonly field: AddField }
	// Removes the chosen source.
	| { readonly type: 'drop' }
	// Completes the typed text; moves to the next field if there is nothing to complete.
	| { readonly type: 'complete' }
	// The chosen suggestion becomes the destination.
	| { readonly type: 'accept' }
	// Opens the file browser in the last folder.
	| { readonly type: 'browse' }
	| { readonly type: 'enter-folder'; readonly folder: string }
	| { readonly type: 'hidden' }
	// Adds a browsed file. `stay`: the browser stays open, and an added file is removed again.
	| { readonly type: 'take'; readonly path: string; readonly stay: boolean }
	| { readonly type: 'files'; readonly path: string }
	// Changes the tree of files of the .torrent.
	| { readonly type: 'tree'; readonly what: FilesMessage }
	// Results of the runtime.
	| { readonly type: 'folder'; readonly path: string; readonly folder: Folder }
	| { readonly type: 'torrent'; readonly path: string; readonly torrent: LocalTorrent }
	| { readonly type: 'size'; readonly path: string; readonly size: TorrentSize };
