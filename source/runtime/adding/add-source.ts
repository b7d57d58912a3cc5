import type { Client } from '../../client/client.ts';
import { torrentBytes } from '../../metainfo/torrent-bytes.ts';
import { isRefused, whyUnreadable } from '../../metainfo/why-unreadable.ts';
import { isMissing } from '../../shared/error.ts';
import type { Added, Addition, SourceToAdd } from '../../state/batch/request.ts';
import { LocalError } from './local-error.ts';

/**
 * Adds a source as the user named it. Sends the bytes of a .torrent file too, for services that accept them. A file
 * that is missing or unreadable here may be on the service's machine.
 */
export async function addSource(client: Client, { kind, uri }: SourceToAdd, how: Addition): Promise<Added> {
	if (kind !== 'path') return client.addSource(uri, how);
	return client.addSource({ path: uri, bytes: await bytesOf(uri) }, how);
}

async function bytesOf(path: string): Promise<Uint8Array | undefined> {
	try {
		return await torrentBytes(path);
	} catch (error) {
		if (isMissing(error) || isRefused(error)) return undefined;
		const why = `Cannot read ${path}: ${whyUnreadable(error)}.`;
		throw new LocalError(why, 'Choose another file, or change its permissions.', { cause: error });
	}
}
