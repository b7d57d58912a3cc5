import { basename, dirname } from 'node:path';
import { withoutEnd } from '../../format/without-end.ts';
import { isOnThisMachine } from '../../protocol/this-machine.ts';
import { type AddDialog, fieldText } from './adding.ts';
import type { AddingData } from './adding-data.ts';

/**
 * Returns the typed destination; empty for the default of the service. Expands ~ if the service runs on this machine.
 */
export function destinationOf(state: AddingData, dialog: AddDialog): string {
	const typed = fieldText(dialog, 'destination');
	return isOnThisMachine(state.connection.url) ? typed.replace(/^~(?=\/|$)/, () => dialog.cwd.home) : typed;
}

/** Returns the local folder that contains or is the destination; undefined if the service runs elsewhere. */
export function destinationFolder(state: AddingData, dialog: AddDialog): string | undefined {
	if (!isOnThisMachine(state.connection.url)) return undefined;
	const typed = destinationOf(state, dialog);
	if (!typed.startsWith('/')) return undefined;
	return typed.endsWith('/') ? typed : dirname(typed);
}

/**
 * Status of the destination before anything is sent. `used`: other downloads use it. `there`: the folder exists here.
 * `new`: it does not exist yet. `unused`: the disk is remote and no download uses it.
 */
export type DestinationStatus = 'used' | 'there' | 'new' | 'unused';

/** Returns the status; undefined for the default destination and while it is unknown. */
export function destinationStatusOf(state: AddingData, dialog: AddDialog): DestinationStatus | undefined {
	const typed = destinationOf(state, dialog);
	if (typed === '') return undefined;
	const path = withoutSlash(typed);
	if (dialog.usedDestinations.some((used) => withoutSlash(used) === path)) return 'used';
	if (!isOnThisMachine(state.connection.url)) return 'unused';
	const above = destinationFolder(state, dialog);
	const folder = above === undefined ? undefined : state.adding.folders.get(above);
	if (!folder) return undefined;
	if (folder.status === 'failed') return folder.absent ? 'new' : undefined;
	const name = basename(typed);
	const isThere =
		/\/\.{0,2}$/.test(typed) || folder.entries.some((entry) => entry.isFolder && entry.name === name);
	return isThere ? 'there' : 'new';
}

function withoutSlash(path: string): string {
	return withoutEnd(path, '/') || path;
}
