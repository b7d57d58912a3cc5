import { bytes } from '../format/bytes.ts';
import { withoutFinalZeros } from '../protocol/final-zeros.ts';

/** Shown for missing and invalid values. Services send -1 for unknown ones. */
export const unknown = '–';

/** Formats bytes, or bytes per second: '1.2 MiB'. '–' for 0, so that other values are conspicuous. */
export function amount(count: number | undefined): string {
	return count !== undefined && count > 0 ? bytes(count) : unknown;
}

/** Counts from this one are shown in thousands, millions or billions; those from `INFINITE_FROM` as infinite. */
const COMPACT_FROM = 100_000;
const INFINITE_FROM = 1e12;
/** Larger decimals are not exact, and from 1e21 they would have an exponent. */
const INFINITE_DECIMAL_FROM = 1e20;

/** Formats a count: '0', '99999', '123k', '4M'; at most five characters. '–' below 0 and for NaN. */
export function count(number: number | undefined): string {
	if (number === undefined || !(number >= 0)) return unknown;
	const whole = Math.round(number);
	if (whole < COMPACT_FROM) return String(whole);
	if (whole >= INFINITE_FROM) return '∞';
	if (whole < 1e6) return `${Math.floor(whole / 1e3)}k`;
	return whole < 1e9 ? `${Math.floor(whole / 1e6)}M` : `${Math.floor(whole / 1e9)}G`;
}

/** Returns a valid amount or count; undefined for others. */
export function nonNegative(number: number | undefined): number | undefined {
	return number !== undefined && number >= 0 ? number : undefined;
}

/** Returns the sum of two amounts or counts; undefined if both are unknown. */
export function sumOf(one: number | undefined, other: number | undefined): number | undefined {
	const first = nonNegative(one);
	const second = nonNegative(other);
	return first === undefined && second === undefined ? undefined : (first ?? 0) + (second ?? 0);
}

/** Returns the sort key of a number. An unknown one is last in descending order. */
export function sortable(number: number | undefined): number {
	return nonNegative(number) ?? Number.NEGATIVE_INFINITY;
}

/** Formats a number; '–' if the service does not report it. */
export function formatOrDash(number: number | undefined, show: (number: number) => string): string {
	return number === undefined ? unknown : show(number);
}

/** Returns a text; '–' if the service does not report it. */
export function textOrDash(text: string | undefined): string {
	return text || unknown;
}

/** Clamps a share to 0 to 1. */
export function share(progress: number): number {
	return progress >= 1 ? 1 : progress > 0 ? progress : 0;
}

/**
 * Formats a number without an exponent: '0.00000001', '-3', '1234567.5'. '–' if unknown, '∞' if it is too large for a
 * column.
 */
export function decimal(number: number | undefined): string {
	if (number === undefined || Number.isNaN(number)) return unknown;
	if (Math.abs(number) >= INFINITE_DECIMAL_FROM) return number < 0 ? '-∞' : '∞';
	return Number.isInteger(number) ? String(number) : withoutFinalZeros(number.toFixed(8)).replace(/\.$/, '');
}
