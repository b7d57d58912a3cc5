import { readEvents } from '../../client/events.ts';
import type { CheckedFeed } from '../../columns/channel.ts';
import { CommandFailure, exitCodes } from '../declaration/failure.ts';
import { notice } from '../output/print.ts';
import type { Call } from '../service-command/service-command.ts';
import { shownFeed } from './which-feed.ts';

export const recheckText = {
	failed: 'The service did not check the feeds.',
	started: 'The feeds are being checked.',
	none: 'There are no feeds.',
	unreported: 'This service does not report checks of feeds. Omit --wait.',
	checked: (feed: string, result: string) => `${feed}: ${result}`,
	late: (count: number, seconds: number) => `${count} feeds have no result after ${seconds} s.`,
	closed: 'The service closed the stream of events.',
} as const;

/** Default time for all checks with --wait. */
const DEFAULT_WAIT_MS = 300_000;

interface Checks {
	readonly results: readonly CheckedFeed[];
	/** Failure if some feeds have no result in time. */
	readonly late: CommandFailure | undefined;
}

/** Starts the checks once the stream of events is open, so that no result is missed. */
export async function checkAll(
	call: Call,
	urls: readonly string[],
	recheck: () => Promise<unknown>,
	signal: AbortSignal,
): Promise<Checks> {
	const results = new Map<string, CheckedFeed>();
	if (urls.length === 0) return { results: [], late: undefined };
	const limit = call.limits.timeout ?? DEFAULT_WAIT_MS;
	const late = AbortSignal.timeout(limit);
	const done = new AbortController();
	let failure: unknown;
	let started: Promise<unknown> | undefined;
	const onOpen = () => {
		started = recheck().catch((error: unknown) => {
			failure = error;
			done.abort();
		});
	};
	const ended = AbortSignal.any([signal, late, done.signal]);
	try {
		for await (const event of readEvents(call.client, ended, () => {}, onOpen)) {
			if (event.type !== 'feed_checked') continue;
			const { url, error = '', added } = event.payload;
			if (!urls.includes(url)) continue;
			const result = { url, error, added };
			results.set(url, result);
			notice(recheckText.checked(shownFeed(url), error === '' ? `+${added ?? 0}` : shownFeed(error)));
			if (results.size === urls.length) break;
		}
	} catch (error) {
		if (!ended.aborted) throw error;
	} finally {
		done.abort();
	}
	// Another client's check may have reported all feeds before this request was answered.
	await started;
	if (failure !== undefined) throw failure;
	const missing = urls.length - results.size;
	const isClosed = missing > 0 && !late.aborted && !signal.aborted;
	if (isClosed) throw new CommandFailure(recheckText.closed, exitCodes.unreachable);
	return {
		results: urls.flatMap((url) => results.get(url) ?? []),
		late:
			missing > 0 && late.aborted
				? new CommandFailure(recheckText.late(missing, limit / 1000), exitCodes.unreachable)
				: undefined,
	};
}
