import { createHash, randomBytes } from 'node:crypto';
import { jsonOf } from '../../../basics/json.ts';
import type { Identity } from '../../overlay/keys.ts';
import type { Overlay } from '../../overlay/overlay.ts';
import type { Signatures } from '../ledger/note.ts';
import type { MarketSettings } from '../settings.ts';
import { Trading } from '../trading/trading.ts';
import type { Wallet } from '../wallets/wallet.ts';
import type { MarketStore } from './market-store.ts';
import { envelopeOf } from './message-bodies.ts';
import { MARKET_TOPIC } from './trading-driver.ts';

/** Keys of a service. */
type MarketIdentity = Pick<Identity, 'id' | 'sign' | 'verify'>;

export interface CoreOptions {
	readonly settings: MarketSettings;
	readonly identity: MarketIdentity;
	readonly store: MarketStore;
	/** Undefined without connections to other services. */
	readonly overlay: Overlay | undefined;
	readonly wallets: ReadonlyMap<string, Wallet>;
	/** Unix time, ms. */
	readonly nowMs: number;
}

/** Returns the trading core with the stored records. Throws an HttpError if they cannot be read. */
export function createCore({ settings, identity, store, overlay, wallets, nowMs }: CoreOptions): Trading {
	return new Trading({
		trader: identity.id,
		signatures: signaturesOf(identity),
		assets: settings.assets.map(({ wallet, ...asset }) => ({
			...asset,
			isExternal: wallet.type === 'command',
			// A command reports it later.
			get address() {
				return wallets.get(asset.name)?.address ?? '';
			},
		})),
		saved: store.load(),
		ids: {
			next: () => randomBytes(16).toString('hex'),
			hash: (content) => createHash('sha256').update(content).digest('hex'),
		},
		open: (envelope) => {
			const opened = overlay?.open(MARKET_TOPIC, envelopeOf(envelope));
			const body = opened && jsonOf(opened.body);
			return opened && body !== undefined ? { from: opened.from, body } : undefined;
		},
		sourceOf: (peer) => overlay?.networkOf(peer) ?? peer,
		isUsed: (id) => store.isUsed(id),
		transactionTimeoutMs: settings.transactionTimeoutS * 1000,
		historyMs: settings.historyDays * 86_400_000,
		nowMs,
	});
}

function signaturesOf(identity: MarketIdentity): Signatures {
	return {
		trader: identity.id,
		sign: (purpose, content) => identity.sign(purposeOf(purpose), content),
		verify: (trader, purpose, content, signature) =>
			identity.verify(trader, purposeOf(purpose), content, signature),
	};
}

/** Returns the purpose as it is signed, so that no signature of the market is valid elsewhere. */
const purposeOf = (purpose: string): string => `seedtop/market/${purpose}/1`;
