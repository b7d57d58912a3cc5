import { one } from '../declaration/arguments.ts';
import type { Declaration } from '../declaration/declaration.ts';
import { flag } from '../declaration/options.ts';
import { serviceCommand } from '../declaration/service-command.ts';
import { jsonOption } from '../output/print.ts';
import { positive, validity } from './offer-input.ts';

/** Returns the command that creates an ask or a bid. */
export function offerCommand(
	name: 'ask' | 'bid',
	summary: string,
	endpoint: 'createAsk' | 'createBid',
): Declaration {
	return serviceCommand({
		name,
		endpoints: [endpoint],
		summary,
		description:
			`Creates ${name === 'ask' ? 'an ask' : 'a bid'} and prints the number of the order, if the service sends it. ` +
			'Amounts are exact: no digit is lost. --dry-run checks the offer, and prints the price and the ' +
			'trades that would follow at once.',
		examples: [
			[`seedtop market ${name} 10 BTC 50 MB`, '10 BTC against 50 MB'],
			[
				`seedtop market ${name} 0.5 BTC 2.5 MB --valid-for 2h --dry-run`,
				'what would follow, without sending it',
			],
		],
		options: {
			validFor: validity('--valid-for <duration>', 'validity: seconds, or a duration such as 90m or 2d'),
			dryRun: flag('--dry-run', 'print the price and the trades that would follow at once, and send nothing'),
			json: jsonOption,
		},
		arguments: {
			firstAmount: positive('first-amount', 'amount of the first asset'),
			firstType: one('first-type', 'type of the first asset'),
			secondAmount: positive('second-amount', 'amount of the second asset'),
			secondType: one('second-type', 'type of the second asset'),
		},
		// Help does not need exact amounts.
		run: async (input, call) => (await import('./place-offer.ts')).placeOffer(endpoint, input, call),
	});
}
