import { pathToFileURL } from 'node:url';
import { agreed } from '../../client/agreed.ts';
import type { Client } from '../../client/client.ts';
import { RefusedError } from '../../client/errors.ts';
import type { Added, Addition } from '../../state/order.ts';
import { LocalError } from '../local-error.ts';
import { torrentBytes } from './read-torrent.ts';
import { isMissing, whyUnreadable } from './why-unreadable.ts';

/** Numbers of files that a query has room for: servers take some kilobytes of headers. */
const mostInQuery = 200;

/**
 * Adds a .torrent file of this machine. Its bytes go along, so that the service need not be able to read it; one that
 * takes no files, as those in the field, is told the path. A file that is not here may be on the service's machine.
 */
export async function addTorrentFile(client: Client, path: string, how: Addition): Promise<Added> {
	let bytes: Uint8Array;
	try {
		bytes = await torrentBytes(path);
	} catch (error) {
		if (!isMissing(error)) {
			const why = `Cannot read ${path}: ${whyUnreadable(error)}.`;
			throw new LocalError(why, 'Give another file, or let yourself read this one.', { cause: error });
		}
		return client.addDownload({ body: { uri: path, ...how } });
	}
	try {
		return await upload(client, bytes, how);
	} catch (error) {
		if (!(error instanceof RefusedError) || hasReason(error)) throw error;
		// As a file: URL, which services of every release read.
		return client.addDownload({ body: { uri: pathToFileURL(path).href, ...how } });
	}
}

/** Is it a service that took the file and says what is wrong with the order? Others do not know what they got. */
function hasReason({ handled, code }: RefusedError): boolean {
	return handled && code !== '';
}

async function upload(client: Client, bytes: Uint8Array, how: Addition): Promise<Added> {
	const { selected_files: selected = [] } = how;
	const isLong = selected.length > mostInQuery;
	// Until all of them are told one file is wanted, and none that is not.
	const first = isLong ? { ...how, selected_files: selected.slice(0, 1) } : how;
	const added = await client.addDownload({ body: { uri: '', ...first } }, { upload: bytes });
	if (isLong) {
		const { infohash } = added;
		await agreed(client.changeDownload({ params: { infohash }, body: { selected_files: [...selected] } }));
	}
	return added;
}
