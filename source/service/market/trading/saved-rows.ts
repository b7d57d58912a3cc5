import { MAX_TIMEOUT_S } from '../../../basics/market/order.ts';
import { MAX_PRECISION } from '../amount.ts';
import { MAX_ROUNDS } from '../settlement/rounds.ts';
import { choice, flag, integer, nullable, object, text, units, type ValueOf } from './codec.ts';
import {
	amount,
	assetName,
	orderNumber,
	positiveAmount,
	proposalId,
	tickCodec,
	time,
	token,
	traderId,
	transactionId,
} from './messages.ts';

/** Rows of the tables of the trading core. */

/** Products of two amounts. */
const MAX_CREDIT = 10n ** 70n;
const MAX_ENVELOPE = 20_000;

const orderKey = text(300, /^.+\.\d+$/);
const envelope = nullable(text(MAX_ENVELOPE));
const credit = units(MAX_CREDIT, -MAX_CREDIT);
const assetNames = object({ first: assetName, second: assetName });

const order = object({
	trader: traderId,
	number: orderNumber,
	isAsk: flag,
	assets: assetNames,
	first: positiveAmount,
	second: positiveAmount,
	timestampMs: time,
	timeoutS: integer(1, MAX_TIMEOUT_S),
	traded: amount,
	paid: units(MAX_CREDIT),
	reserved: amount,
	credit,
	usedCredit: credit,
	isVerified: flag,
	isCancelled: flag,
	isExpired: { ...flag, absent: false },
	completedMs: nullable(time),
});

/** An own order. */
export const orderRow = object({
	order,
	/** Numbers of decimals when it was placed. */
	precision: object({ first: integer(0, MAX_PRECISION), second: integer(0, MAX_PRECISION) }),
	/** Version of the last statement about it; 0 if none. */
	version: integer(0, Number.MAX_SAFE_INTEGER),
	/** Whether the last statement describes its present state, and was published. */
	isStated: flag,
	envelope,
});
export type OrderRow = ValueOf<typeof orderRow>;

/** The last statement about a foreign order. `via` is the source that delivered it first. */
export const tickRow = object({ trader: traderId, via: traderId, envelope, body: tickCodec });
export type TickRow = ValueOf<typeof tickRow>;

const hold = object({ quantity: amount, creditChange: credit });

const reservationCodec = object({
	id: integer(1, Number.MAX_SAFE_INTEGER),
	ask: orderKey,
	bid: orderKey,
	quantity: positiveAmount,
	payment: amount,
	askHold: hold,
	bidHold: hold,
	proposer: orderKey,
	isAgreed: flag,
});

/** An own proposal without an answer. */
export const proposalRow = object({
	id: proposalId,
	/** Key of the own order. */
	own: orderKey,
	partner: object({ trader: traderId, number: orderNumber }),
	rounds: integer(1, MAX_ROUNDS),
	expiresMs: time,
	/** End of the payments. */
	deadlineMs: time,
	/** Number of counter-proposals before it. */
	counters: integer(0, 100),
	reservation: reservationCodec,
});
export type ProposalRow = ValueOf<typeof proposalRow>;

/** A payment of the partner that the own wallet did not confirm yet. */
const incoming = object({
	round: integer(0, MAX_ROUNDS),
	asset: assetName,
	amount: positiveAmount,
	timestampMs: time,
	signature: token,
	paymentId: token,
});

/** An agreed trade. Its payments are in the ledger. */
export const transactionRow = object({
	id: transactionId,
	proposal: proposalId,
	role: choice('leader', 'follower'),
	/** Number of this service for it, from 1; null until the first payment. */
	number: nullable(orderNumber),
	/** Key of the own order. */
	own: orderKey,
	ownNumber: orderNumber,
	isAsk: flag,
	partner: object({ trader: traderId, number: orderNumber }),
	assets: assetNames,
	quantity: positiveAmount,
	payment: amount,
	rounds: integer(1, MAX_ROUNDS),
	/** Address of the partner's wallet. */
	address: token,
	createdMs: time,
	deadlineMs: time,
	status: choice('pending', 'completed', 'error'),
	/** Whether the partner cheated in it. */
	isBlocked: flag,
	/** Null after the end. */
	reservation: nullable(reservationCodec),
	/** Whether the wallet was asked for the payment that is due. */
	isPaying: flag,
	incoming: nullable(incoming),
});
export type TransactionRow = ValueOf<typeof transactionRow>;

/** Received minus paid notes of an asset in deleted transactions. Its key is the asset. */
export const sumRow = object({ units: units(MAX_CREDIT, -MAX_CREDIT) });

/** Id of a payment in a wallet. Its key is that of the note. */
export const paymentIdRow = object({ noteKey: text(1000), paymentId: token });
