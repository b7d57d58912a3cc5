import type { ExactAmount } from '../../protocol/exact-amount.ts';
import { one } from '../declaration/arguments.ts';
import type { Declaration } from '../declaration/declaration.ts';
import { integer } from '../declaration/options.ts';
import { serviceCommand } from '../declaration/service-command.ts';
import { assertDone } from '../output/assert-done.ts';
import { usage } from '../output/failure.ts';
import { jsonOption, notice, printJson, printLine } from '../output/print.ts';

/** Returns the command that creates an ask or a bid. */
export function offerCommand(
	name: string,
	summary: string,
	endpoint: 'createAsk' | 'createBid',
): Declaration {
	return serviceCommand({
		name,
		endpoints: [endpoint],
		summary,
		examples: [[`seedtop market ${name} 10 BTC 50 MB`, '10 BTC against 50 MB']],
		options: {
			validFor: integer('--valid-for <seconds>', 'validity', { minimum: 1 }),
			json: jsonOption,
		},
		arguments: {
			firstAmount: one('first-amount', 'amount of the first asset'),
			firstType: one('first-type', 'type of the first asset'),
			secondAmount: one('second-amount', 'amount of the second asset'),
			secondType: one('second-type', 'type of the second asset'),
		},
		async run(input, { client, limits }) {
			const body = {
				first_asset_amount: await readAmount('first-amount', input.firstAmount),
				first_asset_type: input.firstType,
				second_asset_amount: await readAmount('second-amount', input.secondAmount),
				second_asset_type: input.secondType,
				...(input.validFor === undefined ? {} : { timeout: input.validFor }),
			};
			const answer = await client[endpoint]({ body }, limits);
			assertDone(answer.created, `The service did not create the ${name}.`);
			if (input.json) printJson(answer);
			// The interface does not show an order. If the service sends it, the next command needs its number.
			else if (answer.order) printLine(String(answer.order.order_number));
			else notice(`The ${name} was created.`);
		},
	});
}

/** Parses an amount digit by digit. The parser is loaded on demand, because help does not need it. */
async function readAmount(name: string, given: string): Promise<ExactAmount> {
	const { parseExactAmount } = await import('../../protocol/exact-amount.ts');
	const amount = parseExactAmount(given);
	if (!amount || amount.digits <= 0n) throw usage(`${name} is a number above 0, not '${given}'.`);
	return amount;
}
