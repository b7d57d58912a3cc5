import { bytes } from './bytes.ts';

const units: Readonly<Record<string, number>> = {
	b: 1,
	'': 1024,
	k: 1024,
	m: 1024 ** 2,
	g: 1024 ** 3,
};

/** Words for no limit. */
const noLimit = /^(none|no|off|unlimited|∞|-1)$/i;

/**
 * Parses a rate limit, bytes per second, 0 for none: '500K', '2M', '1.5 MiB/s', 'none'. Units are 1024-based; a bare
 * number is KiB. Undefined for other text.
 */
export function readRate(text: string): number | undefined {
	const typed = text.trim();
	if (noLimit.test(typed)) return 0;
	const [, number, letter] = /^(\d{1,12}(?:[.,]\d{1,6})?) ?([bkmg]?)(?:i?b)?(?:\/s)?$/i.exec(typed) ?? [];
	const unit = units[letter?.toLowerCase() ?? ''];
	if (number === undefined || unit === undefined) return undefined;
	const rate = Math.round(Number(number.replace(',', '.')) * unit);
	// A positive rate that rounds to 0 does not mean 'no limit'.
	if (rate === 0 && Number(number.replace(',', '.')) > 0) return undefined;
	return rate <= Number.MAX_SAFE_INTEGER ? rate : undefined;
}

/** Returns a limit that `readRate` reads as the same number. */
export function exactRateText(rate = 0): string {
	if (rate <= 0) return 'none';
	const rounded = bytes(rate);
	return readRate(rounded) === rate ? rounded : `${rate} B`;
}
