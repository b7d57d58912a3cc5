import { age } from '../../../../format/duration.ts';
import { oneLine } from '../../../../format/one-line.ts';
import { sanitise } from '../../../../format/sanitise.ts';
import { sentence } from '../../../../format/sentence.ts';
import type { Failure } from '../../../../state/connection/connection.ts';

/** What a tab says in place of data: that it asks, or why nothing came. Sanitised. */
export function waitingLines(what: string, failure: Failure | undefined): string[] {
	return failure ? failureLines(failure) : [`Asking for ${what}…`];
}

export function failureLines({ kind, message, hint }: Failure): string[] {
	if (kind === 'absent') return ['This service does not have that.', sanitise(hint, 300)];
	return [`✗ ${sentence(oneLine(message, 600))}`, ...(hint === '' ? [] : [sanitise(hint, 300)])];
}

/** Why data are not of now: 'As of 12s ago: …'; undefined while they are. `now` and `at`: milliseconds since 1970. */
export function staleLine(
	failure: Failure | undefined,
	at: number | undefined,
	now: number,
): string | undefined {
	if (!failure || at === undefined) return undefined;
	return `✗ As of ${age((now - at) / 1000)} ago: ${oneLine(failure.message, 600)}`;
}
