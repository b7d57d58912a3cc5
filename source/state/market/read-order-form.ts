import { readDuration } from '../../format/read-duration.ts';
import {
	compareAmounts,
	type ExactAmount,
	exactAmount,
	multiplyAmounts,
	NO_AMOUNT,
	type Quotient,
	subtractAmounts,
} from '../../protocol/exact-amount.ts';
import { type KnownAssets, precisionOf } from './known-assets.ts';
import { type OrderField, type OrderForm, typedText } from './order-form.ts';
import {
	isAmount,
	MAX_VALIDITY_S,
	orderFormText,
	priceOf,
	type Reading,
	readAmount,
} from './order-values.ts';

/** Terms of a valid form. */
export interface OrderTerms {
	readonly isAsk: boolean;
	readonly firstAsset: string;
	readonly secondAsset: string;
	readonly first: ExactAmount;
	readonly second: ExactAmount;
	/** Validity, s. */
	readonly timeoutS: number;
}

/** An available balance that is less than the amount that an order gives. */
interface Shortage {
	/** Untrusted. */
	readonly asset: string;
	readonly available: ExactAmount;
	/** Part of the balance that other orders need. */
	readonly held: ExactAmount;
}

/** The values of a form, with the fault of each field. */
export interface ReadOrderForm {
	readonly faults: Readonly<Partial<Record<OrderField, string>>>;
	/** The balance that the order exceeds, if that is known. */
	readonly shortage: Shortage | undefined;
	/** Undefined if the form is not valid yet. */
	readonly terms: OrderTerms | undefined;
	readonly quantity: ExactAmount | undefined;
	readonly payment: ExactAmount | undefined;
	/** Price of one whole first asset, rounded if `isPriceExact` is false; '' if it is unknown. */
	readonly price: string;
	readonly isPriceExact: boolean;
	/** Validity, s. */
	readonly timeoutS: number | undefined;
}

/** Reads a form: its values, its faults, and its terms if there are none. */
export function readOrderForm(form: OrderForm, known: KnownAssets): ReadOrderForm {
	const firstAsset = typedText(form, 'first-asset').trim();
	const secondAsset = typedText(form, 'second-asset').trim();
	const { derived } = form;
	const quantity = readAmount(typedText(form, 'quantity'));
	const price = derived === 'price' ? undefined : readAmount(typedText(form, 'price'));
	const typedPayment = derived === 'payment' ? undefined : readAmount(typedText(form, 'payment'));
	const payment =
		isAmount(quantity) && isAmount(price) ? multiplyAmounts(quantity, price) : (typedPayment ?? '');
	const timeoutS = readDuration(typedText(form, 'validity'));

	const faults: Partial<Record<OrderField, string>> = {};
	const put = (field: OrderField, fault: string | undefined) => {
		if (fault !== undefined && fault !== '') faults[field] = fault;
	};
	put('first-asset', assetFault(firstAsset, known));
	put(
		'second-asset',
		assetFault(secondAsset, known) ?? (secondAsset === firstAsset ? orderFormText.sameAsset : undefined),
	);
	put('quantity', amountFault(quantity, firstAsset, known));
	const priceTexts = { price: typedText(form, 'price'), payment: typedText(form, 'payment') };
	const typed = derived === 'price' ? 'payment' : 'price';
	if (priceTexts[typed].trim() === '') put(typed, orderFormText.noPrice);
	else if (derived === 'price') put('payment', amountFault(typedPayment, secondAsset, known));
	else if (!isAmount(price)) put('price', price);
	else if (isAmount(payment)) put('payment', derivedFault(payment, secondAsset, known));
	const given = form.isAsk ? quantity : payment;
	const shortage = shortageOf(form.isAsk ? firstAsset : secondAsset, given, known);
	if (shortage) {
		const field = form.isAsk ? 'quantity' : 'payment';
		faults[field] ??= orderFormText.insufficient(shortage.available.text, shortage.asset);
	}
	put(
		'validity',
		timeoutS === undefined
			? orderFormText.noValidity
			: timeoutS > MAX_VALIDITY_S
				? orderFormText.validityTooLong
				: undefined,
	);
	const isValid = Object.keys(faults).length === 0;
	const shown = shownPrice(quantity, price, payment);
	return {
		faults,
		shortage,
		terms:
			isValid && isAmount(quantity) && isAmount(payment) && timeoutS !== undefined
				? { isAsk: form.isAsk, firstAsset, secondAsset, first: quantity, second: payment, timeoutS }
				: undefined,
		quantity: isAmount(quantity) ? quantity : undefined,
		payment: isAmount(payment) ? payment : undefined,
		price: shown.text,
		isPriceExact: shown.isExact,
		timeoutS,
	};
}

function assetFault(name: string, known: KnownAssets): string | undefined {
	if (name === '') return orderFormText.noAsset;
	if (!known.declared || known.declared.some((each) => each.name === name)) return undefined;
	return orderFormText.undeclared;
}

function amountFault(reading: Reading, asset: string, known: KnownAssets): string | undefined {
	if (!isAmount(reading)) return reading;
	const precision = precisionOf(known, asset);
	return precision === undefined || reading.decimals <= precision
		? undefined
		: orderFormText.decimals(asset, precision);
}

/** Returns the shortage of the asset that an order gives. The service checks the whole amount at the own price. */
function shortageOf(asset: string, given: Reading, { declared = [] }: KnownAssets): Shortage | undefined {
	const { available, balance } = declared.find(({ name }) => name === asset) ?? {};
	if (!available || !isAmount(given) || compareAmounts(given, available) <= 0) return undefined;
	const isHeld = balance !== undefined && compareAmounts(balance, available) > 0;
	return { asset, available, held: isHeld ? subtractAmounts(balance, available) : NO_AMOUNT };
}

function derivedFault(payment: ExactAmount, asset: string, known: KnownAssets): string | undefined {
	const precision = precisionOf(known, asset);
	if (precision === undefined || payment.decimals <= precision) return undefined;
	return orderFormText.inexact(precision, nearestAmount(payment, precision).text);
}

/** Returns an amount rounded half up to a number of decimals, but above 0. */
function nearestAmount(amount: ExactAmount, decimals: number): ExactAmount {
	const divisor = 10n ** BigInt(amount.decimals - decimals);
	const rounded = (2n * amount.digits + divisor) / (2n * divisor);
	return exactAmount(rounded > 0n ? rounded : 1n, decimals);
}

function shownPrice(quantity: Reading, price: Reading, payment: Reading): Quotient {
	if (isAmount(price)) return { text: price.text, isExact: true };
	if (isAmount(quantity) && isAmount(payment)) return priceOf(quantity, payment);
	return { text: '', isExact: true };
}
