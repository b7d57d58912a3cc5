import { unknown } from '../../../columns/figures.ts';
import { validMoment } from '../../../columns/moments.ts';
import { duration } from '../../../format/duration.ts';

/** Fields that determine the expiry of an order. */
interface Expiring {
	/** Unix s. */
	readonly timestamp?: number;
	/** Validity, s. */
	readonly timeout?: number;
}

/** Returns the expiry, Unix ms; undefined if it is unknown. */
export function expiryOf({ timestamp, timeout }: Expiring): number | undefined {
	const begin = validMoment(timestamp);
	return begin === undefined || timeout === undefined || timeout < 0 ? undefined : (begin + timeout) * 1_000;
}

/** Returns the time until an expiry: '12m 5s'. The clock of the service may be ahead, so nothing is negative. */
export function countdown(expiry: number | undefined, now: number): string {
	return expiry === undefined ? unknown : duration(Math.max(0, expiry - now) / 1_000);
}
