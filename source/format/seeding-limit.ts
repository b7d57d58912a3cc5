import { readDuration, typedDuration } from './read-duration.ts';

/** Words for no limit, and for the limit of the label or of all downloads. */
const noLimit = /^(none|no|off|unlimited|forever|∞)$/i;
const inherited = /^(inherit|default)?$/i;

const MAX_RATIO = 1_000_000;
const MAX_MINUTES = 52_560_000;

/** Parses a ratio limit: '2', '1.5'; 0 for 'none', null for 'inherit' or ''. Undefined for other text. */
export function readRatioLimit(text: string): number | null | undefined {
	const typed = text.trim();
	if (inherited.test(typed)) return null;
	if (noLimit.test(typed)) return 0;
	if (!/^\d{1,7}(?:[.,]\d{1,6})?$/.test(typed)) return undefined;
	const ratio = Number(typed.replace(',', '.'));
	return ratio <= MAX_RATIO ? ratio : undefined;
}

/** Parses a limit of time, minutes: '90m', '2d'; 0 for 'none', null for 'inherit' or ''. Undefined for other text. */
export function readTimeLimit(text: string): number | null | undefined {
	const typed = text.trim();
	if (inherited.test(typed)) return null;
	if (noLimit.test(typed) || typed === '0') return 0;
	const seconds = readDuration(typed);
	if (seconds === undefined) return undefined;
	const minutes = Math.ceil(seconds / 60);
	return minutes <= MAX_MINUTES ? minutes : undefined;
}

/** Formats a ratio limit so that `readRatioLimit` parses it. */
export function typedRatioLimit(ratio: number | null | undefined): string {
	if (ratio === null || ratio === undefined) return '';
	return ratio > 0 ? String(ratio) : 'none';
}

/** Formats a limit of time, minutes, so that `readTimeLimit` parses it. */
export function typedTimeLimit(minutes: number | null | undefined): string {
	if (minutes === null || minutes === undefined) return '';
	return minutes > 0 ? typedDuration(minutes * 60) : 'none';
}
