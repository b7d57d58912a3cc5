import { clip, HttpError, invalidParameter } from '../../http/http-error.ts';
import { formatAmount } from '../amount.ts';
import { amountFrom } from '../amount-number.ts';
import type { AssetSettings, WrittenAmount } from '../settings.ts';
import type { PlaceRefusal, TradeOffer } from '../trading/trading-options.ts';
import { marketText } from './market-text.ts';

/** An ask gives the first asset for the second. A bid gives the second for the first. */
export interface Offer {
	readonly firstAmount: WrittenAmount;
	readonly firstAsset: string;
	readonly secondAmount: WrittenAmount;
	readonly secondAsset: string;
	/** Seconds. Default: `DEFAULT_TIMEOUT_S`. */
	readonly timeoutS?: number | undefined;
}

/** Validity of an order whose request has none, s. As services in the field. */
const DEFAULT_TIMEOUT_S = 3600;

/** Checks offers of requests. */
export class OfferChecks {
	readonly #assets: ReadonlyMap<string, AssetSettings>;

	/** `assets` are those of the settings, by name. */
	constructor(assets: ReadonlyMap<string, AssetSettings>) {
		this.#assets = assets;
	}

	/** Returns an offer in units. Throws an HttpError if it is invalid. */
	tradeOf(offer: Offer, isAsk: boolean): TradeOffer {
		const { firstAsset, secondAsset, firstAmount, secondAmount, timeoutS = DEFAULT_TIMEOUT_S } = offer;
		const assets = { first: this.asset(firstAsset).name, second: this.asset(secondAsset).name };
		if (assets.first === assets.second) throw this.refusal('same-asset', firstAsset);
		const first = this.#units('first_asset_amount', firstAmount, this.asset(firstAsset));
		const second = this.#units('second_asset_amount', secondAmount, this.asset(secondAsset));
		if (first === 0n || second === 0n) throw this.refusal('amount-not-positive', firstAsset);
		return { isAsk, assets, first, second, timeoutS };
	}

	/** Throws an HttpError if the asset is not declared. */
	asset(name: string): AssetSettings {
		const asset = this.#assets.get(name);
		if (!asset) throw this.refusal('unknown-asset', name);
		return asset;
	}

	unknownAsset(name: string): string {
		const declared = [...this.#assets.keys()];
		return declared.length === 0 ? marketText.noAssets : marketText.unknownAsset(clip(name), declared);
	}

	/** Returns the error of a refused offer. `available` is the amount of the asset that no order needs, if known. */
	refusal(reason: PlaceRefusal, asset: string, available?: bigint): HttpError {
		switch (reason) {
			case 'unknown-asset':
				return new HttpError(400, 'UnknownAssetError', this.unknownAsset(asset));
			case 'amount-not-positive':
				return invalidParameter(marketText.notPositive);
			case 'amount-too-large':
				return invalidParameter(marketText.amount['too-large']('An amount'));
			case 'same-asset':
				return invalidParameter(marketText.sameAsset);
			case 'invalid-timeout':
				return invalidParameter(marketText.timeout);
			case 'insufficient-balance': {
				const precision = this.#assets.get(asset)?.precision ?? 0;
				const shown = available === undefined ? undefined : formatAmount(available, precision);
				return new HttpError(400, 'InsufficientBalanceError', marketText.insufficient(asset, shown));
			}
			case 'too-many-orders':
				return new HttpError(400, 'TooManyOrdersError', marketText.tooManyOrders);
		}
	}

	#units(field: string, value: WrittenAmount, { name, precision }: AssetSettings): bigint {
		const units = amountFrom(value, precision);
		if (typeof units === 'bigint') return units;
		throw invalidParameter(marketText.amount[units](field, name, precision));
	}
}
