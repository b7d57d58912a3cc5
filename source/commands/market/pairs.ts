import { serviceCommand } from '../declaration/service-command.ts';
import { printJson, printTable, tableOptions } from '../output/print.ts';

/** Lists the pairs of assets with open orders. */
export const pairsCommand = serviceCommand({
	name: 'pairs',
	endpoints: ['listAsks', 'listBids'],
	summary: 'list the pairs of assets with their best prices and quantities',
	options: tableOptions,
	async run({ json, header }, { client, limits }) {
		const [{ asks }, { bids }, { pairRows }, { pairColumns }] = await Promise.all([
			client.listAsks({}, limits),
			client.listBids({}, limits),
			import('./order-books.ts'),
			import('../../columns/market-book.ts'),
		]);
		const pairs = pairRows({ asks, bids });
		if (json) printJson({ pairs });
		else await printTable(pairColumns, pairs, { header, empty: 'There are no open orders.' });
	},
});
