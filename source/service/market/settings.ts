import type { ExactDecimal } from '../../protocol/exact-json.ts';
import type { AmountFault } from './amount.ts';
import { MAX_PRECISION } from './amount.ts';
import { amountFrom } from './amount-number.ts';

/** The settings of the market, parsed. */

export interface AssetSettings {
	readonly name: string;
	/** Number of decimals. */
	readonly precision: number;
	/** Amount before any payment, units. 0 if a command holds the asset. */
	readonly balance: bigint;
	/** Maximum that a partner may owe this service during a trade, units. */
	readonly credit: bigint;
	/** Maximum that all partners together may owe this service, units. At least `credit`. */
	readonly exposure: bigint;
	readonly wallet: WalletSettings;
}

type WalletSettings =
	| { readonly type: 'ledger'; readonly passphrase: boolean }
	| {
			readonly type: 'command';
			/** Absolute path of the program, and its arguments. */
			readonly command: readonly string[];
			/** Time limit of a call, s. */
			readonly timeoutS: number;
	  };

export interface MarketSettings {
	readonly assets: readonly AssetSettings[];
	/** Time limit of the payments of a transaction, s. */
	readonly transactionTimeoutS: number;
	/** Days for which ended orders and transactions are kept. */
	readonly historyDays: number;
}

/** The settings of the market as in the file. Amounts are numbers or texts. */
interface WrittenMarket {
	readonly assets: readonly WrittenAsset[];
	readonly transaction_timeout: number;
	readonly history_days: number;
}

export interface WrittenAsset {
	readonly name: string;
	readonly precision: number;
	readonly balance?: unknown;
	readonly credit: unknown;
	readonly exposure?: unknown;
	readonly wallet?: WrittenWallet | undefined;
}

interface WrittenWallet {
	readonly type: string;
	readonly passphrase?: boolean | undefined;
	readonly command?: readonly string[] | undefined;
	readonly timeout?: number | undefined;
}

const MAX_ASSETS = 100;
/** Exposure without a setting, in credits. */
const DEFAULT_EXPOSURE = 5n;
/** Default and maximum time limit of one call of a wallet command, s. */
const COMMAND_TIMEOUT_S = 30;
const MAX_COMMAND_TIMEOUT_S = 600;
const MAX_COMMAND_PARTS = 100;
/** Characters that are safe on a screen and in a file name. */
const assetName = /^[A-Za-z0-9._-]{1,20}$/;

const amountFaults: Readonly<Record<AmountFault, (precision: number) => string>> = {
	'not-a-number': () => 'must be an amount of 0 or more, e.g. "12.5"',
	'too-many-decimals': (precision) => `has more decimals than the precision ${precision}`,
	'too-large': () => 'is too large',
};

export const marketSettingsText = {
	name: 'must be 1 to 20 letters, digits, dots, underscores or hyphens',
	duplicate: (name: string) => `is the name of two assets: ${name}`,
	tooMany: `must have at most ${MAX_ASSETS} assets`,
	precision: `must be an integer from 0 to ${MAX_PRECISION}`,
	amount: (fault: AmountFault, precision: number) => amountFaults[fault](precision),
	walletType: "must be 'ledger' or 'command'",
	command: 'must be a list of texts: the absolute path of a program, and its arguments',
	timeout: `must be between 1 and ${MAX_COMMAND_TIMEOUT_S} seconds`,
	onlyFor: (type: string) => `is allowed only for a wallet of the type '${type}'`,
	exposure: 'must not be less than the credit',
	balance: 'must be left out: the command of the wallet reports the balance',
} as const;

/** A wrong setting. */
interface SettingsFault {
	/** Path: 'market.assets[0].name'. */
	readonly path: string;
	readonly problem: string;
}

/** Parses the settings of the market. The result is usable only without faults. */
export function parseMarket(written: WrittenMarket): {
	readonly market: MarketSettings;
	readonly faults: readonly SettingsFault[];
} {
	const faults: SettingsFault[] = [];
	if (written.assets.length > MAX_ASSETS) {
		faults.push({ path: 'market.assets', problem: marketSettingsText.tooMany });
	}
	const names = new Set<string>();
	const assets = written.assets.slice(0, MAX_ASSETS).map((asset, index) => {
		const at = `market.assets[${index}]`;
		const report = (field: string, problem: string) => faults.push({ path: `${at}.${field}`, problem });
		if (!assetName.test(asset.name)) report('name', marketSettingsText.name);
		else if (names.has(asset.name)) report('name', marketSettingsText.duplicate(asset.name));
		names.add(asset.name);
		return parseAsset(asset, report);
	});
	const { transaction_timeout: transactionTimeoutS, history_days: historyDays } = written;
	return { market: { assets, transactionTimeoutS, historyDays }, faults };
}

type Report = (field: string, problem: string) => void;

function parseAsset(written: WrittenAsset, report: Report): AssetSettings {
	const { name, precision, balance } = written;
	const isPrecision = Number.isInteger(precision) && precision >= 0 && precision <= MAX_PRECISION;
	if (!isPrecision) report('precision', marketSettingsText.precision);
	const amount = (field: 'balance' | 'credit' | 'exposure', value: unknown): bigint => {
		const units = amountFrom(value, isPrecision ? precision : MAX_PRECISION);
		if (typeof units === 'bigint') return units;
		report(field, marketSettingsText.amount(units, precision));
		return 0n;
	};
	const wallet = parseWallet(written.wallet, report);
	const isHeld = balance === undefined || balance === null;
	if (!isHeld && wallet.type === 'command') report('balance', marketSettingsText.balance);
	const credit = amount('credit', written.credit);
	const isGiven = written.exposure !== undefined && written.exposure !== null;
	const exposure = isGiven ? amount('exposure', written.exposure) : credit * DEFAULT_EXPOSURE;
	if (exposure < credit) report('exposure', marketSettingsText.exposure);
	return {
		name,
		precision,
		balance: isHeld || wallet.type === 'command' ? 0n : amount('balance', balance),
		credit,
		exposure,
		wallet,
	};
}

function parseWallet(written: WrittenWallet | undefined, report: Report): WalletSettings {
	if (written === undefined) return { type: 'ledger', passphrase: false };
	const { type, passphrase, command, timeout } = written;
	if (type === 'ledger') {
		for (const [field, value] of Object.entries({ command, timeout })) {
			if (value !== undefined) report(`wallet.${field}`, marketSettingsText.onlyFor('command'));
		}
		return { type, passphrase: passphrase ?? false };
	}
	if (type !== 'command') {
		report('wallet.type', marketSettingsText.walletType);
		return { type: 'ledger', passphrase: false };
	}
	if (passphrase !== undefined) report('wallet.passphrase', marketSettingsText.onlyFor('ledger'));
	if (!isCommand(command)) report('wallet.command', marketSettingsText.command);
	const timeoutS = timeout ?? COMMAND_TIMEOUT_S;
	if (!(timeoutS >= 1 && timeoutS <= MAX_COMMAND_TIMEOUT_S)) {
		report('wallet.timeout', marketSettingsText.timeout);
	}
	return { type, command: command ?? [], timeoutS };
}

function isCommand(command: readonly string[] | undefined): boolean {
	if (command === undefined || command.length > MAX_COMMAND_PARTS) return false;
	return (command[0] ?? '').startsWith('/') && command.every((part) => !part.includes('\0'));
}

/** An amount of a request: a number of JSON, or the text of a form. */
export type WrittenAmount = number | bigint | string | ExactDecimal;
