import { one } from '../declaration/arguments.ts';
import { serviceCommand } from '../declaration/service-command.ts';
import { assertDone } from '../output/assert-done.ts';
import { jsonOption, printOutcome } from '../output/print.ts';

export const unblockText = {
	failed: 'The service did not unblock the trader.',
	done: 'The trader is not blocked any more. Its debts still count.',
} as const;

/** Trades with a blocked trader again. */
export const unblockCommand = serviceCommand({
	name: 'unblock',
	endpoints: ['unblockTrader'],
	summary: 'trade with a blocked trader again',
	description:
		'Its debts still count against the credit and the exposure. A debtor that pays is unblocked anyway.',
	options: { json: jsonOption },
	arguments: { trader: one('trader', 'id of the trader') },
	async run({ trader, json }, { client, limits }) {
		const answer = await client.unblockTrader({ params: { trader_id: trader } }, limits);
		assertDone(answer.unblocked, unblockText.failed);
		await printOutcome(json, answer, unblockText.done, { id: trader, result: 'unblocked' });
	},
});
