import { age } from '../../format/duration.ts';
import { oneLine } from '../../format/one-line.ts';
import { sanitize } from '../../format/sanitize.ts';
import { sentence } from '../../format/sentence.ts';
import type { Failure } from '../../state/connection/connection.ts';

/** Returns the text of a surface without data: that it is loading, or why it failed. Sanitized. */
export function waitingLines(what: string, failure: Failure | undefined): string[] {
	return failure ? failureLines(failure) : [`Loading ${what}…`];
}

export function failureLines({ kind, message, hint }: Failure): string[] {
	if (kind === 'absent') return ['This service does not support this.', sanitize(hint, 300)];
	return [`✗ ${sentence(oneLine(message, 600))}`, ...(hint === '' ? [] : [sanitize(hint, 300)])];
}

/** Returns why data are stale: 'As of 12s ago: …'; undefined while they are current. `now` and `at`: Unix ms. */
export function staleLine(
	failure: Failure | undefined,
	at: number | undefined,
	now: number,
): string | undefined {
	if (!failure || at === undefined) return undefined;
	return `✗ As of ${age((now - at) / 1000)} ago: ${oneLine(failure.message, 600)}`;
}
