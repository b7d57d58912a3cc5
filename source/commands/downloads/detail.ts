import { isInfohash } from '../../protocol/infohash.ts';
import type { Download } from '../../protocol/resources/download.ts';
import type { Call } from '../declaration/service-command.ts';
import { matchDownload } from './match.ts';

/** Reads one download with its peers. Requests the peers of this one only, because all would be slow. */
export async function readDetail({ client, limits }: Call, text: string): Promise<Download> {
	let infohash = text.toLowerCase();
	if (!isInfohash(text)) {
		infohash = matchDownload((await client.listDownloads({}, limits)).downloads, text).infohash;
	}
	const query = { get_peers: true, infohash };
	// Services in the field still return all downloads.
	return matchDownload((await client.listDownloads({ query }, limits)).downloads, infohash);
}
