import { sanitise } from '../../../format/sanitise.ts';
import { type BrowseDialog, parentEntry } from '../../../state/adding/adding.ts';
import type { State } from '../../../state/state.ts';

/** How much of the folder shows, or why nothing does. Sanitised. */
export function folderTold({ adding }: State, { folder, view, hidden, line }: BrowseDialog): string {
	const read = adding.folders.get(folder);
	if (!read) return 'Reading…';
	if (read.status === 'failed') return `This folder cannot be read: ${sanitise(read.why, 300)}.`;
	const shown = view[0] === parentEntry ? view.length - 1 : view.length;
	const all = read.entries.length;
	if (all === 0) return 'No folders and no .torrent files here.';
	const isHidden = !hidden && line.characters.length === 0 && shown < all;
	return `${shown} of ${all} folders and .torrent files${isHidden ? '; ctrl-t shows hidden ones' : ''}`;
}
