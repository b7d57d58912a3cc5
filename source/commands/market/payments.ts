import type { Transaction } from '../../protocol/resources/market.ts';
import { maybe, one } from '../declaration/arguments.ts';
import { CommandFailure, exitCodes, usage } from '../declaration/failure.ts';
import { readInteger } from '../declaration/options.ts';
import { printAnswer, printTable, tableOptions } from '../output/print.ts';
import { serviceCommand } from '../service-command/service-command.ts';

export const paymentsText = {
	unknown: (number: number) =>
		`There is no transaction ${number}. 'seedtop market transactions' lists the transactions.`,
	ambiguous: 'Several traders have an id that begins so:',
	none: 'There are no payments.',
} as const;

/** Lists the payments of a transaction. The trader may be left out, because all listed transactions are own ones. */
export const paymentsCommand = serviceCommand({
	name: 'payments',
	endpoints: ['listTransactions', 'listOrders', 'listPayments'],
	summary: 'list the payments of a transaction',
	description:
		'Lists the payments of a transaction with their direction. FOR is the amount that the other side gives for a ' +
		'payment. CUMULATIVE adds up the payments of this asset.',
	examples: [['seedtop market payments 3', 'each payment, paid or received']],
	options: tableOptions,
	arguments: {
		first: one(
			'transaction',
			'number of the transaction; or a trader id or its beginning, before the number',
		),
		second: maybe('number', 'number of the transaction, if a trader precedes it'),
	},
	async run({ first, second, json, header }, { client, limits }) {
		const number = readInteger('transaction', second ?? first, 0, Number.MAX_SAFE_INTEGER);
		const [{ transactions }, { orders }] = await Promise.all([
			client.listTransactions({}, limits),
			client.listOrders({}, limits),
		]);
		const trader = second === undefined ? traderOf(number, transactions) : fullId(first, transactions);
		const params = { trader_id: trader, transaction_number: String(number) };
		const answer = await client.listPayments({ params }, limits);
		if (json) {
			await printAnswer('listPayments', answer);
			return;
		}
		const { paymentColumns, paymentRows } = await import('../../columns/market.ts');
		const transaction = transactions.find(
			({ trader_id, transaction_number }) => trader_id === trader && transaction_number === number,
		);
		const order = orders.find(
			({ trader_id, order_number }) =>
				trader_id === transaction?.trader_id && order_number === transaction.order_number,
		);
		const rows = paymentRows(transaction, answer.payments, order);
		await printTable(paymentColumns, rows, { header, empty: paymentsText.none });
	},
});

/** Returns the trader of the transaction with this number. */
function traderOf(number: number, transactions: readonly Transaction[]): string {
	const traders = transactions
		.filter(({ transaction_number }) => transaction_number === number)
		.map(({ trader_id }) => trader_id);
	const [trader] = traders;
	if (trader === undefined) throw new CommandFailure(paymentsText.unknown(number), exitCodes.notFound);
	return single(traders) ?? trader;
}

/** Returns the only trader with an id that begins with a text, or the text if there is none. */
function fullId(given: string, transactions: readonly Transaction[]): string {
	const prefix = given.toLowerCase();
	const traders = transactions.map(({ trader_id }) => trader_id);
	if (traders.includes(given)) return given;
	return single(traders.filter((trader) => trader.toLowerCase().startsWith(prefix))) ?? given;
}

/** Returns the single trader of a list, undefined if it is empty. Fails for several. */
function single(traders: readonly string[]): string | undefined {
	const different = [...new Set(traders)];
	if (different.length > 1) throw usage(paymentsText.ambiguous, different);
	return different[0];
}
