import { dirname } from 'node:path';
import type { State } from '../state.ts';
import { type AddDialog, allSources, fieldText, openDialogOf } from './adding.ts';

/** What the open dialogs need of this machine's disk: the runtime reads it once, when it is needed first. */
export interface LocalNeeds {
	/** Paths of folders. */
	readonly folders: readonly string[];
	/** Paths of .torrent files. */
	readonly torrents: readonly string[];
}

const nothing: LocalNeeds = { folders: [], torrents: [] };

export function localNeedsOf(state: State): LocalNeeds {
	const dialog = openDialogOf(state, 'add');
	if (!dialog) return nothing;
	const browsed = openDialogOf(state, 'browse')?.folder;
	const completed = completedFolder(state, dialog);
	return {
		folders: [browsed, completed].filter((folder) => folder !== undefined),
		torrents: allSources(dialog).flatMap(({ kind, uri }) => (kind === 'path' ? [uri] : [])),
	};
}

/** The folder whose folders complete the destination that is typed; undefined where the service's disk is not ours. */
export function completedFolder(state: State, dialog: AddDialog): string | undefined {
	if (dialog.field !== 'destination' || !isOnThisMachine(state.connection.url)) return undefined;
	const typed = fieldText(dialog, 'destination');
	if (!typed.startsWith('/')) return undefined;
	return typed.endsWith('/') ? typed : dirname(typed);
}

/** Does a service at this address run on the cockpit's machine, as far as can be told? */
export function isOnThisMachine(url: string): boolean {
	const { hostname } = URL.canParse(url) ? new URL(url) : { hostname: '' };
	return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}
