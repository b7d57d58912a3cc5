import type { Log } from '../../log/log.ts';
import type { AssetSettings } from '../settings.ts';
import { CommandWallet } from '../wallets/command-wallet.ts';
import { LedgerWallet } from '../wallets/ledger-wallet.ts';
import { Passphrase } from '../wallets/passphrase.ts';
import type { Wallet } from '../wallets/wallet.ts';

interface WalletsOptions {
	readonly assets: readonly AssetSettings[];
	/** Id of this service. */
	readonly trader: string;
	readonly stateFolder: string;
	/** Returns the balance of the notes of an asset. */
	readonly balanceOf: (asset: string) => bigint;
	readonly log: Log;
}

/** Opens the wallet of each asset. Throws an HttpError if one is unusable. */
export function openWallets(options: WalletsOptions): ReadonlyMap<string, Wallet> {
	return new Map(options.assets.map((asset) => [asset.name, openWallet(asset, options)]));
}

function openWallet(
	{ name, precision, wallet }: AssetSettings,
	{ trader, stateFolder, balanceOf, log }: WalletsOptions,
): Wallet {
	if (wallet.type === 'command') {
		const { command, timeoutS } = wallet;
		return new CommandWallet({ asset: name, precision, command, timeoutS, log });
	}
	const passphrase = wallet.passphrase ? new Passphrase(stateFolder, name) : undefined;
	return new LedgerWallet(trader, () => balanceOf(name), passphrase);
}
