import { one } from '../declaration/arguments.ts';
import { flag, integer } from '../declaration/options.ts';
import { serviceCommand } from '../declaration/service-command.ts';
import { interruptible } from '../output/interruption.ts';
import { tableOptions } from '../output/print.ts';

/** Default number of price levels of each side. */
const DEFAULT_DEPTH = 20;

/** Prints the book of one pair of assets. */
export const bookCommand = serviceCommand({
	name: 'book',
	endpoints: ['listAsks', 'listBids', 'listOrders'],
	summary: 'print the order book of two assets: asks above, bids below',
	description:
		'Prints the price levels of two assets: asks above, bids below, the best prices in the middle. A price is for ' +
		"one whole first asset; '~' marks a rounded one. RESERVED is the part of your own orders that a running trade " +
		'needs. With --follow, prints the book again after each change, below its time.',
	examples: [
		['seedtop market book BTC MB --depth 5', 'the five best prices of each side'],
		[
			'seedtop market book BTC MB --follow --json',
			'one JSON document for each change, with its time (at, Unix s)',
		],
	],
	options: {
		depth: integer('--depth <number>', `number of prices of each side (default: ${DEFAULT_DEPTH})`, {
			minimum: 1,
		}),
		follow: flag('--follow', 'print the book again after each change, until ctrl-c'),
		...tableOptions,
	},
	arguments: {
		first: one('first', 'first asset'),
		second: one('second', 'second asset'),
	},
	async run({ first, second, depth = DEFAULT_DEPTH, follow, json, header }, call) {
		const { printBook, followBook } = await import('./print-book.ts');
		const wanted = { first, second, depth, json, header };
		if (follow) return interruptible((signal) => followBook(call, wanted, signal));
		await printBook(call, wanted);
		return undefined;
	},
});
