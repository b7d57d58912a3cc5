import { sanitize } from '../../../format/sanitize.ts';
import { type BrowseDialog, parentEntry } from '../../../state/adding/adding.ts';
import type { State } from '../../../state/core/state.ts';

/** Returns how many entries are visible, or why there are none. Sanitized. */
export function folderText({ adding }: State, { folder, view, hidden, line }: BrowseDialog): string {
	const read = adding.folders.get(folder);
	if (!read) return 'Reading…';
	if (read.status === 'failed') {
		const why = capital(sanitize(read.why, 300));
		return folder === '/' ? `${why}.` : `${why}. ← goes to the parent folder.`;
	}
	const shown = view[0] === parentEntry ? view.length - 1 : view.length;
	const all = read.entries.length;
	if (all === 0) return 'No folders and no .torrent files here.';
	const isHidden = !hidden && line.characters.length === 0 && shown < all;
	if (isHidden) return `${shown} of ${all} shown; ctrl-t shows the hidden ones.`;
	if (hidden) return `${shown} of ${all} with the hidden ones; ctrl-t hides them.`;
	return `${shown} of ${all} folders and .torrent files`;
}

function capital(text: string): string {
	return text.charAt(0).toUpperCase() + text.slice(1);
}
