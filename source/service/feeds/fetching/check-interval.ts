import { feedLimits } from '../limits.ts';

/**
 * Returns the time until the next check that a feed asks for by its ttl, or by the Cache-Control of its response. The
 * longer one counts, within bounds.
 */
export function requestedInterval(ttlMinutes: number, cacheControl: string): number {
	const maxAge = /(?:^|[\s,])max-age\s*=\s*"?(\d{1,9})/i.exec(cacheControl)?.[1];
	const asked = Math.max(ttlMinutes * 60_000, maxAge === undefined ? 0 : Number(maxAge) * 1000);
	if (asked === 0) return feedLimits.intervalMs;
	return Math.min(Math.max(asked, feedLimits.minIntervalMs), feedLimits.maxIntervalMs);
}

/** Returns the time until the next check after a number of failures. */
export function backoff(failures: number): number {
	const doubled = feedLimits.intervalMs * 2 ** Math.min(failures - 1, 20);
	return Math.min(doubled, feedLimits.maxBackoffMs);
}

/** Reads the header Retry-After: seconds or a date. Returns milliseconds, 0 if there is none. */
export function readRetryAfter(value: string | undefined, now: number): number {
	if (value === undefined || value.length > 100) return 0;
	if (/^\s*\d{1,9}\s*$/.test(value)) return Number(value) * 1000;
	const date = Date.parse(value);
	return Number.isNaN(date) ? 0 : Math.max(0, date - now);
}

/** Returns a time that differs by up to a tenth, so that feeds of a server are not all checked at once. */
export function withJitter(intervalMs: number, random: () => number = Math.random): number {
	return Math.round(intervalMs * (0.9 + random() * 0.2));
}
