import type { Effects, WalletTask } from '../../../../source/service/market/trading/effects.ts';
import { type TickBody, tickCodec } from '../../../../source/service/market/trading/messages.ts';
import { Trading } from '../../../../source/service/market/trading/trading.ts';
import type {
	SavedRow,
	SavedTrading,
	TradingMessage,
	TradingOptions,
} from '../../../../source/service/market/trading/trading-options.ts';
import { START_MS } from '../matching/make-order.ts';
import { hashOf, hashSignatures } from './hash-signatures.ts';
import { envelopeOf, openEnvelope } from './simulated-trader.ts';

export const nothingSaved: SavedTrading = {
	orders: [],
	ticks: [],
	proposals: [],
	transactions: [],
	sums: [],
	ledger: [],
};

/** Returns a trading core of 'me' with 1,000 BTC and 1,000 MB without decimals. */
export function makeTrading(options: Partial<TradingOptions> = {}): Trading {
	let last = 0;
	return new Trading({
		trader: 'me',
		signatures: hashSignatures('me'),
		assets: ['BTC', 'MB'].map((name) => ({
			name,
			precision: 0,
			balance: 1_000n,
			isExternal: false,
			credit: 50n,
			exposure: 250n,
			address: 'me',
		})),
		saved: nothingSaved,
		ids: { next: () => hashOf(String(++last)).slice(0, 32), hash: hashOf },
		open: openEnvelope,
		isUsed: () => false,
		transactionTimeoutMs: 600_000,
		historyMs: 90 * 86_400_000,
		nowMs: START_MS,
		...options,
	});
}

/** Returns a published statement about an ask of 10 BTC for 20 MB. */
export function makeTick(trader: string, changes: Partial<TickBody> = {}, via = trader): TradingMessage {
	const body = tickCodec.encode({
		v: 1,
		kind: 'tick',
		number: 1,
		version: 1,
		is_ask: true,
		first: { asset: 'BTC', precision: 0, amount: 10n },
		second: { asset: 'MB', precision: 0, amount: 20n },
		timestamp: START_MS,
		timeout: 3600,
		traded: 0n,
		state: 'open',
		...changes,
	});
	return { from: trader, via, body, envelope: envelopeOf(trader, body) };
}

/** Returns the row of a stored statement. */
export function savedTick({ from, via, body }: TradingMessage): SavedRow {
	const { number } = tickCodec.decode(body);
	return { key: `${from}.${number}`, record: { trader: from, via, envelope: null, body } };
}

/** Numbers of the asks in the books, as 'trader.number'. */
export function askKeys(trading: Trading): readonly string[] {
	return trading.books(true).flatMap(({ ticks }) => ticks.map(({ trader, number }) => `${trader}.${number}`));
}

/** Answers all tasks of effects for a balance with 1,000. */
export function verify(trading: Trading, effects: Effects, nowMs = START_MS): readonly Effects[] {
	return effects.wallet.map((task: WalletTask) =>
		trading.walletDone(task, { kind: 'balance', balance: 1_000n }, nowMs),
	);
}
