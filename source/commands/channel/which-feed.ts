import { sanitize } from '../../format/sanitize.ts';
import { withoutSecrets } from '../../format/without-secrets.ts';
import { CommandFailure, exitCodes, usage } from '../declaration/failure.ts';
import type { Call } from '../service-command/service-command.ts';

/** Maximum number of listed candidates of an ambiguous text. */
const MAX_CANDIDATES = 10;

/** Failures of the choice of a feed. Texts are shown without passwords. */
const whichFeedText = {
	none: (text: string) => `The channel has no feed '${text}'.`,
	ambiguous: (text: string, count: number) => `'${text}' matches ${count} feeds:`,
};

/** Formats the URL of a feed for messages: sanitized, without passwords. */
export function shownFeed(url: string): string {
	return sanitize(withoutSecrets(url), 200);
}

/**
 * Returns the URL of a feed. A complete URL is used as it is. Other texts, and URLs as lists show them, are searched
 * in the URLs and titles of the channel's feeds.
 */
export async function feedUrl(call: Call, channelid: string, given: string): Promise<string> {
	if (isUrl(given)) return given;
	const { rssfeeds } = await call.client.listFeeds({ params: { channelid } }, call.limits);
	const lower = given.toLowerCase();
	const exact = rssfeeds.filter(({ url, title }) => [url, withoutSecrets(url), title].includes(given));
	const found =
		exact.length > 0
			? exact
			: rssfeeds.filter(({ url, title = '' }) =>
					[withoutSecrets(url), title].some((text) => text.toLowerCase().includes(lower)),
				);
	const [first, second] = found;
	if (!first) throw new CommandFailure(whichFeedText.none(shownFeed(given)), exitCodes.notFound);
	if (!second) return first.url;
	throw usage(
		whichFeedText.ambiguous(shownFeed(given), found.length),
		found
			.slice(0, MAX_CANDIDATES)
			.map(({ url, title = '' }) => `${shownFeed(url)}  ${sanitize(title, 200)}`.trim()),
	);
}

/** Whether a text is a complete URL, not one whose passwords are hidden. */
function isUrl(text: string): boolean {
	return /^https?:\/\//i.test(text) && !text.includes('***');
}
