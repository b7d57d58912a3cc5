import { peerColumns } from '../../columns/peers.ts';
import { isInfohash } from '../../protocol/infohash.ts';
import type { Download } from '../../protocol/resources/download.ts';
import { printJson, printTable, tableOptions } from '../output/print.ts';
import type { Call } from '../service-command/service-command.ts';
import { serviceCommand } from '../service-command/service-command.ts';
import { downloadArgument } from './choose.ts';
import { matchDownload } from './match.ts';

export const peersCommand = serviceCommand({
	name: 'peers',
	summary: 'list the connected peers of a download',
	options: tableOptions,
	arguments: { download: downloadArgument },
	async run(input, call) {
		const { infohash, name, peers = [] } = await readDetail(call, input.download);
		if (input.json) {
			// Load schemas on demand, because help does not need them.
			const { peerWithNulls } = await import('../output/with-nulls.ts');
			printJson({ infohash, name, peers: peers.map(peerWithNulls) });
		} else await printTable(peerColumns, peers, { header: input.header, empty: 'No peers are connected.' });
	},
});

/** Reads one download with its peers. Requests the peers of this one only, because all would be slow. */
async function readDetail({ client, limits }: Call, text: string): Promise<Download> {
	let infohash = text.toLowerCase();
	if (!isInfohash(text)) {
		infohash = matchDownload((await client.listDownloads({}, limits)).downloads, text).infohash;
	}
	const query = { get_peers: true, infohash };
	// Services in the field still return all downloads.
	return matchDownload((await client.listDownloads({ query }, limits)).downloads, infohash);
}
