import { isInfohash } from '../../protocol/infohash.ts';
import type { Download } from '../../protocol/resources/download.ts';
import type { Call } from '../declaration/service-command.ts';
import { matchDownload } from './match.ts';

/** One download with its peers. They are asked for of this one alone: for all of them it is slow. */
export async function readDetail({ client, limits }: Call, text: string): Promise<Download> {
	let infohash = text.toLowerCase();
	if (!isInfohash(text)) {
		infohash = matchDownload((await client.listDownloads({}, limits)).downloads, text).infohash;
	}
	const query = { get_peers: true, infohash };
	// Services in the field answer with all downloads nonetheless.
	return matchDownload((await client.listDownloads({ query }, limits)).downloads, infohash);
}
