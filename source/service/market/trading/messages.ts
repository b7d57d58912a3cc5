import { MAX_TIMEOUT_S } from '../../../basics/market/order.ts';
import { MAX_PRECISION, MAX_UNITS } from '../amount.ts';
import { MAX_ROUNDS } from '../settlement/rounds.ts';
import { choice, flag, integer, list, messages, object, text, units, type ValueOf } from './codec.ts';

/** Messages between services. Amounts are decimal digits of smallest units. Times are Unix times, ms. */

const MAX_TIME_MS = 8_640_000_000_000_000;
const MAX_ORDERS = 2 ** 48;
/** Maximum number of envelopes in a reply. */
const MAX_ENVELOPES = 100;
/** Maximum length of an envelope as text. */
const MAX_ENVELOPE = 12_000;

export const time = integer(0, MAX_TIME_MS);
export const amount = units(MAX_UNITS);
export const positiveAmount = units(MAX_UNITS, 1n);
export const orderNumber = integer(1, MAX_ORDERS);
export const traderId = text(200, /^.+$/);
export const assetName = text(20, /^[A-Za-z0-9._-]+$/);
export const proposalId = text(32, /^[0-9a-f]{32}$/);
export const transactionId = text(64, /^[0-9a-f]{64}$/);
/** Ids and addresses of wallets, and signatures. */
export const token = text(200, /^[\x21-\x7e]*$/);

const version = { v: choice(1) };
const assetAmount = object({
	asset: assetName,
	precision: integer(0, MAX_PRECISION),
	amount: positiveAmount,
});

/** A trader's statement about its order. The statement with the highest version counts. */
export const tickCodec = object({
	...version,
	kind: choice('tick'),
	number: orderNumber,
	version: integer(1, Number.MAX_SAFE_INTEGER),
	is_ask: flag,
	first: assetAmount,
	second: assetAmount,
	timestamp: time,
	/** Validity, s. */
	timeout: integer(1, MAX_TIMEOUT_S),
	/** Traded quantity. */
	traded: amount,
	state: choice('open', 'cancelled', 'completed'),
});
export type TickBody = ValueOf<typeof tickCodec>;

const fill = object({ quantity: positiveAmount, payment: amount });

/** Messages to one trader. */
export const directCodec = messages(version, {
	proposal: {
		id: proposalId,
		/** The order of the sender. */
		order: tickCodec,
		/** Number of the order of the recipient. */
		partner: orderNumber,
		fill,
		/** Number of rounds. The proposer pays first in each. */
		rounds: integer(1, MAX_ROUNDS),
		/** Time for the payments. A duration, because clocks differ. */
		timeout: integer(0, Number.MAX_SAFE_INTEGER),
		/** Address of the sender's wallet for payments to it. */
		address: token,
	},
	agreed: { id: proposalId, address: token },
	counter: { id: proposalId, fill },
	refused: { id: proposalId, reason: token },
	withdraw: { id: proposalId },
	payment: {
		transaction: transactionId,
		round: integer(0, MAX_ROUNDS),
		asset: assetName,
		amount: positiveAmount,
		timestamp: time,
		signature: token,
		/** Id of the payment in the wallet of the payer. */
		payment: token,
	},
	receipt: { transaction: transactionId, round: integer(0, MAX_ROUNDS), signature: token },
	'book-request': {
		/** Start of the sender of the book, and its number of changes at the last reply. */
		epoch: text(32),
		after: integer(0, Number.MAX_SAFE_INTEGER),
	},
	book: {
		epoch: text(32),
		/** Number of the last change in this reply. */
		upTo: integer(0, Number.MAX_SAFE_INTEGER),
		/** Whether there are later changes. */
		more: flag,
		envelopes: list(text(MAX_ENVELOPE), MAX_ENVELOPES),
	},
});
export type DirectMessage = ValueOf<typeof directCodec>;
export type MessageOf<Kind extends DirectMessage['kind']> = Extract<DirectMessage, { readonly kind: Kind }>;
