import type { Facts } from '../../../../../columns/facts.ts';
import { age, duration, milliseconds } from '../../../../../format/duration.ts';
import { oneLine } from '../../../../../format/one-line.ts';
import type { RequestsSample, StreamRecord } from '../../../../../state/connection/own-samples.ts';
import type { SchemaMismatchSlice } from '../../../../../state/connection/schema-mismatches.ts';

/** Maximum UTF-16 units of a text of the service. */
const MAX_QUOTED_LENGTH = 300;

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

export const streamStatusText = { closed: '✗ closed for' } as const;

/** Returns the condition of the event stream. `now`: Unix ms. Sanitized. */
function streamText({ isOpen, since, reason, retryAt }: StreamRecord, now: number): string {
	if (since === undefined) return 'opening…';
	const lasted = duration(Math.max(0, now - since) / 1_000);
	if (isOpen) return `open for ${lasted}`;
	const next =
		retryAt === undefined
			? 'no further attempt'
			: `next attempt in ${duration(Math.max(0, retryAt - now) / 1_000)}`;
	return `${streamStatusText.closed} ${lasted}, ${next}: ${oneLine(reason, MAX_QUOTED_LENGTH)}`;
}

/** Returns the events of the stream, its reconnects and gaps. `now`: Unix ms. */
function eventsText(
	{ events, lastEventAt, malformed, reconnects, gaps, gapMs, lastGap }: StreamRecord,
	now: number,
): string {
	const last = lastGap ? `, last ${milliseconds(lastGap.to - lastGap.from)}` : '';
	return [
		lastEventAt === undefined ? `${events}` : `${events}, last ${age((now - lastEventAt) / 1_000)} ago`,
		...(malformed === 0 ? [] : [`${malformed} malformed`]),
		counted(reconnects, 'reconnect'),
		gaps === 0 ? 'no gaps' : `${counted(gaps, 'gap')} (${milliseconds(gapMs)}${last})`,
	].join(', ');
}

/** Returns the latest deviation of responses from the interface. Sanitized. */
function mismatchText({ entries, total }: SchemaMismatchSlice): string {
	const last = entries.at(-1);
	if (!last) return 'none';
	const { endpoint, path, problem, count } = last;
	return oneLine(`${total}, the last ${count}× in ${endpoint}: ${path} ${problem}`, MAX_QUOTED_LENGTH);
}

/** Returns facts about all requests of the cockpit. */
export function requestFacts(
	{ total, failures, stream }: RequestsSample,
	mismatches: SchemaMismatchSlice,
	now: number,
): Facts {
	return [
		['Requests', `${total} sent, ${failures} failed`],
		['Event stream', streamText(stream, now)],
		['Events', eventsText(stream, now)],
		['Schema mismatches', mismatchText(mismatches)],
	];
}
