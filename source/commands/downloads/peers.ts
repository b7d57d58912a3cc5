import { peerColumns } from '../../columns/peers.ts';
import { serviceCommand } from '../declaration/service-command.ts';
import { printJson, printTable, tableOptions } from '../output/print.ts';
import { downloadArgument } from './choose.ts';
import { readDetail } from './detail.ts';

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
