import { reasonOf } from '../http/http-error.ts';
import { feedLimits } from './limits.ts';

/** Returns the reason of a failure in one line, with a limited length. Servers may have written parts of it. */
export function failureReason(error: unknown): string {
	return reasonOf(error)
		.slice(0, feedLimits.maxError)
		.replace(/[\s\p{Cc}]+/gu, ' ')
		.trim();
}
