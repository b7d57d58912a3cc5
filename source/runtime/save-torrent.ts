import type { Client } from '../client/client.ts';
import type { Saving, TorrentToSave } from '../state/batch/requested-files.ts';
import { saveFile } from './save-file.ts';

/**
 * Fetches and saves a .torrent file. Replaces an existing file only on request, and atomically. Throws a ClientError,
 * or a LocalError if the file cannot be written.
 */
export function saveTorrent(client: Client, torrent: TorrentToSave): Promise<Saving> {
	const content = () => client.getTorrent({ params: { infohash: torrent.infohash } });
	return saveFile({ ...torrent, mode: 0o666, content });
}
