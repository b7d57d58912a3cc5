import type { TickGroup } from '../matching/book-view.ts';
import type { Match } from '../matching/find-matches.ts';
import type { CancelResult } from '../matching/matching-engine.ts';
import type { Order } from '../matching/order.ts';
import type { PaymentFields, TransactionFields } from '../transaction-fields.ts';
import type { Effects, WalletResult, WalletTask } from './effects.ts';
import type { AssetBalance, Placed, Received, TradeOffer, TradingMessage } from './trading-options.ts';

/**
 * The market of this service without input and output. Each input returns effects, which its caller must carry out
 * before the next input.
 */
export interface TradingCore {
	/** Repeats sends and wallet tasks of the saved state. Call it once, first. */
	start(nowMs: number): Effects;
	/** `held` is the balance of the wallet that pays, if the caller knows it. */
	place(offer: TradeOffer, nowMs: number, held?: bigint): Placed;
	cancel(number: number, nowMs: number): { readonly result: CancelResult; readonly effects: Effects };
	/** Returns the trades that would follow if the order was placed. Changes nothing. */
	preview(offer: TradeOffer, nowMs: number): readonly Match[];
	/** A message to all traders. */
	published(message: TradingMessage, nowMs: number): Received;
	/** A message to this trader alone. */
	received(message: TradingMessage, nowMs: number): Received;
	connected(peer: string, nowMs: number): Effects;
	disconnected(peer: string): void;
	/** Keeps the envelope of an own tick for replies. */
	ownEnvelope(key: string, version: number, envelope: string, nowMs: number): Effects;
	walletDone(task: WalletTask, result: WalletResult, nowMs: number): Effects;
	/** Does the things whose time has come. */
	advance(nowMs: number): Effects;
	/** Time of the next `advance`, Unix time, ms; undefined if nothing waits. */
	readonly nextMs: number | undefined;
	/** The asks or the bids of all traders. */
	books(isAsk: boolean): readonly TickGroup[];
	order(number: number): Order | undefined;
	ownOrders(): readonly Order[];
	transactions(): readonly TransactionFields[];
	/** Undefined if there is no such transaction. */
	paymentsOf(number: number): readonly PaymentFields[] | undefined;
	balances(): readonly AssetBalance[];
}
