import { basename, dirname } from 'node:path';
import { isOnThisMachine } from '../../protocol/this-machine.ts';
import type { State } from '../core/state.ts';
import { type AddDialog, fieldText } from './adding.ts';

/** The destination that was typed; empty for the service's own. A ~ is this machine's home, where the service runs on it. */
export function destinationOf(state: State, dialog: AddDialog): string {
	const typed = fieldText(dialog, 'destination');
	return isOnThisMachine(state.connection.url) ? typed.replace(/^~(?=\/|$)/, () => dialog.cwd.home) : typed;
}

/** The folder of this machine that the destination is in, or is; undefined where the service's disk is not ours. */
export function destinationFolder(state: State, dialog: AddDialog): string | undefined {
	if (!isOnThisMachine(state.connection.url)) return undefined;
	const typed = destinationOf(state, dialog);
	if (!typed.startsWith('/')) return undefined;
	return typed.endsWith('/') ? typed : dirname(typed);
}

/**
 * What is known of the destination before anything is sent. `used`: by downloads; `there`: a folder of this machine;
 * `new`: none yet; `unused`: the disk is not ours, and no download goes there.
 */
export type DestinationStatus = 'used' | 'there' | 'new' | 'unused';

/** undefined for the service's own, and while nothing is known. */
export function destinationStatusOf(state: State, dialog: AddDialog): DestinationStatus | undefined {
	const typed = destinationOf(state, dialog);
	if (typed === '') return undefined;
	const path = withoutSlash(typed);
	if (dialog.inUse.some((used) => withoutSlash(used) === path)) return 'used';
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
	return path.replace(/(?<=[^/])\/+$/, '');
}
