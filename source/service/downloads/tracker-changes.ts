import { withoutSecrets } from '../../format/without-secrets.ts';
import { isAnnounceUrl, MAX_TRACKERS } from '../../metainfo/tracker-list.ts';
import { clip, HttpError, invalidParameter } from '../http/http-error.ts';

/** Messages about changes of the trackers. A URL is shown without its passkey. */
const trackerText = {
	invalid: (url: string) =>
		`${shown(url)} is no URL of a tracker. Use http, https, udp, ws or wss, and at most 2048 characters.`,
	tooMany: `A download has at most ${MAX_TRACKERS} trackers. Remove others first.`,
	unknown: (url: string) => `The download has no tracker ${shown(url)}.`,
	duplicate: (url: string) => `${shown(url)} is a tracker of this download already.`,
} as const;

/**
 * Returns the trackers with those of `urls` that are new, at the end. Throws the 400 for an invalid URL and for too
 * many.
 */
export function withTrackers(trackers: readonly string[], urls: readonly string[]): readonly string[] {
	for (const url of urls) requireUrl(url);
	const all = [...new Set([...trackers, ...urls])];
	// The list of a torrent may be as long as the maximum.
	if (all.length > MAX_TRACKERS && all.length > trackers.length) throw invalidParameter(trackerText.tooMany);
	return all;
}

/** Returns the trackers without those of `urls`. Throws the 404 for an unknown one. */
export function withoutTrackers(trackers: readonly string[], urls: readonly string[]): readonly string[] {
	for (const url of urls) requireTracker(trackers, url);
	return trackers.filter((each) => !urls.includes(each));
}

/** Returns the trackers with `next` in place of `url`. Throws the 404 for an unknown `url`, the 400 for a bad `next`. */
export function withReplacedTracker(
	trackers: readonly string[],
	url: string,
	next: string,
): readonly string[] {
	requireTracker(trackers, url);
	requireUrl(next);
	if (next !== url && trackers.includes(next)) throw invalidParameter(trackerText.duplicate(next));
	return trackers.map((each) => (each === url ? next : each));
}

function requireUrl(url: string): void {
	if (!isAnnounceUrl(url)) throw invalidParameter(trackerText.invalid(url));
}

/** Throws the 404 for an unknown tracker. */
export function requireTracker(trackers: readonly string[], url: string): void {
	if (!trackers.includes(url)) throw new HttpError(404, 'TrackerNotFoundError', trackerText.unknown(url));
}

function shown(url: string): string {
	return clip(withoutSecrets(url));
}
