import Type from 'typebox';
import { otherKinds } from '../output/type-mismatches.ts';
import { isPeerAddress } from './peer-address.ts';

/** Schemas of the settings of the overlay and the market, and checks that the schemas cannot express. */

const text = Type.String({ minLength: 1 });

export const OverlaySettings = Type.Object({
	enabled: Type.Boolean({ default: false }),
	/** Peer addresses of services, host:port. */
	peers: Type.Array(text, { default: [] }),
	/** Whether to look for services by the DHT and local discovery, where those are enabled. */
	discovery: Type.Boolean({ default: true }),
});

const Wallet = Type.Object({
	type: Type.String(),
	passphrase: Type.Optional(Type.Boolean()),
	command: Type.Optional(Type.Array(text)),
	/** Seconds. */
	timeout: Type.Optional(Type.Number()),
});

const Asset = Type.Object({
	name: Type.String(),
	precision: Type.Number(),
	/** Amounts are numbers or texts, parsed digit by digit. */
	balance: Type.Optional(Type.Unknown()),
	credit: Type.Unknown(),
	exposure: Type.Optional(Type.Unknown()),
	wallet: Type.Optional(Wallet),
});

export const MarketSettings = Type.Object({
	assets: Type.Array(Asset, { default: [] }),
	/** Seconds. Partners refuse proposals with more than 7 days. */
	transaction_timeout: Type.Integer({ minimum: 1, maximum: 7 * 86_400, default: 3600 }),
	/** Days for which ended orders and transactions are kept. */
	history_days: Type.Number({ minimum: 0.001, maximum: 36_500, default: 90 }),
});

type OverlaySettings = Type.Static<typeof OverlaySettings>;
type MarketSettings = Type.Static<typeof MarketSettings>;

export const marketFileText = {
	unknown: (path: string) => `there is no setting '${path}'`,
	peer: (path: string) => `'${path}' must be host:port, e.g. 192.0.2.1:6881 or [2001:db8::1]:6881`,
} as const;

/**
 * Returns the faults of the settings `overlay` and `market`, except those that decoding reports. `content` is the
 * file's object. `faulty` are paths that are already reported.
 */
export async function marketFaults(
	content: object,
	settings: { readonly overlay?: OverlaySettings; readonly market?: MarketSettings },
	faulty: readonly string[],
): Promise<string[]> {
	const { overlay, market } = settings;
	const written: { overlay?: unknown; market?: unknown } = { ...content };
	const faults: string[] = [];
	if (overlay) {
		faults.push(...mismatches('overlay', written.overlay, overlay, OverlaySettings, faulty));
		for (const [index, peer] of overlay.peers.entries()) {
			if (!isPeerAddress(peer)) faults.push(marketFileText.peer(`overlay.peers[${index}]`));
		}
	}
	if (!market) return faults;
	faults.push(...mismatches('market', written.market, market, MarketSettings, faulty));
	const given: unknown[] = listOf(written.market);
	for (const [index, asset] of market.assets.entries()) {
		const path = `market.assets[${index}]`;
		faults.push(...mismatches(path, given[index], asset, Asset, faulty));
		if (asset.wallet) {
			const wallet = fieldsOf(given[index]).wallet;
			faults.push(...mismatches(`${path}.wallet`, wallet, asset.wallet, Wallet, faulty));
		}
	}
	// Without assets, the market is not loaded.
	if (faults.length > 0 || faulty.length > 0 || market.assets.length === 0) return faults;
	const { parseMarket } = await import('../../service/market/settings.ts');
	return parseMarket(market).faults.map(({ path, problem }) => `'${path}' ${problem}`);
}

/** Returns the unknown members of an object, and those that decoding converted. */
export function mismatches(
	path: string,
	written: unknown,
	read: Readonly<Record<string, unknown>>,
	schema: { readonly properties: object },
	faulty: readonly string[],
): string[] {
	const content = fieldsOf(written);
	const names = Object.keys(schema.properties);
	const known = Object.fromEntries(Object.entries(read).filter(([name]) => Object.hasOwn(content, name)));
	const reported = names.filter((name) => faulty.some((other) => other.startsWith(`${path}.${name}`)));
	return [
		...Object.keys(content)
			.filter((name) => !names.includes(name))
			.map((name) => marketFileText.unknown(`${path}.${name}`)),
		...otherKinds(content, known, [...reported, 'balance', 'credit', 'exposure']).map(({ key, problem }) =>
			problem.replace(`'${key}'`, () => `'${path}.${key}'`),
		),
	];
}

function fieldsOf(value: unknown): Record<string, unknown> {
	return typeof value === 'object' && value !== null ? { ...value } : {};
}

function listOf(market: unknown): unknown[] {
	const { assets } = fieldsOf(market);
	return Array.isArray(assets) ? assets : [];
}
