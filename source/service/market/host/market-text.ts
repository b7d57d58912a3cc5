import { MAX_TIMEOUT_S, type OrderStatus } from '../../../basics/market/order.ts';
import { type AmountFault, MAX_UNITS } from '../amount.ts';

/** Refusals of requests and lines of the log. */
export const marketText = {
	noAssets:
		"This service declares no assets. Add them to 'market.assets' in the settings of the service and restart it.",
	unknownAsset: (given: string, declared: readonly string[]) =>
		`There is no asset ${given}. This service declares ${declared.join(', ')}.`,
	amount: {
		'not-a-number': (field: string) => `${field} is not a number such as 12.5.`,
		'too-many-decimals': (field: string, asset: string, precision: number) =>
			`${field} has too many decimals: ${asset} has ${precision}.`,
		'too-large': (field: string) => `${field} must be at most ${MAX_UNITS} smallest units.`,
	} satisfies Record<AmountFault, (field: string, asset: string, precision: number) => string>,
	notPositive: 'Both amounts must be above 0.',
	sameAsset: 'The two assets must be different.',
	timeout: `timeout must be an integer from 1 to ${MAX_TIMEOUT_S} seconds (${MAX_TIMEOUT_S / 86_400} days).`,
	insufficient: (asset: string, available: string | undefined) =>
		`The balance of ${asset} is insufficient${available === undefined ? '' : `: ${available} is available`}. Offer less, or cancel another order.`,
	tooManyOrders: 'There are too many open orders. Cancel one, or wait until one expires.',
	unknownOrder: (number: number) => `There is no order ${number}.`,
	notOpen: (number: number, status: OrderStatus) =>
		`Order ${number} is ${status}. Only an open or unverified order can be cancelled.`,
	unknownTransaction: (trader: string, number: number) =>
		`There is no transaction ${number} of the trader ${trader}.`,
	notBlocked: (trader: string) => `The trader ${trader} is not blocked.`,
	noInput: (asset: string) => `The wallet of ${asset} requires no input.`,
	refusedInput: (asset: string, reason: string) => `The wallet of ${asset} refuses the input: ${reason}.`,
	fault: 'The market could not handle an input or an effect.',
	notPaid: (asset: string, reason: string) =>
		`The wallet of ${asset} did not pay: ${reason}. The service repeats the payment.`,
} as const;
