import fc from 'fast-check';
import { feedLimits } from '../../../source/service/feeds/limits.ts';
import { FeedParser } from '../../../source/service/feeds/parsing/feed-parser.ts';
import { bytesOf, mutated, target } from '../target.ts';

const originals = [
	'<?xml version="1.0"?><rss version="2.0"><channel><title>F &amp; <![CDATA[<x>]]></title><ttl>60</ttl><item><title>One</title><guid>1</guid><enclosure url="http://a.invalid/1.torrent" length="5" type="application/x-bittorrent"/><torrent:infoHash>c12fe1c06bba254a9dc9f519b335aa7c1367a88a</torrent:infoHash></item></channel></rss>',
	'<feed xmlns="http://www.w3.org/2005/Atom"><title>A</title><entry><id>1</id><title>One</title><link rel="enclosure" href="magnet:?xt=urn:btih:c12fe1c06bba254a9dc9f519b335aa7c1367a88a"/><updated>2026-01-02T03:04:05Z</updated></entry></feed>',
];
const contentTypes = [
	'',
	'application/rss+xml',
	'text/xml; charset=utf-16',
	'text/xml; charset=x',
	'text/html',
];

/** Feeds: any document is refused with a sentence, or gives a limited number of items, however it is split. */
export const feeds = target({
	name: 'feeds',
	input: fc.record({
		document: fc.oneof({ weight: 9, arbitrary: mutated(originals) }, { weight: 1, arbitrary: bytesOf(400) }),
		contentType: fc.constantFrom(...contentTypes),
		step: fc.integer({ min: 1, max: 400 }),
	}),
	check({ document, contentType, step }) {
		const bytes = Buffer.from(document, 'base64');
		const [whole, inParts] = [parse(bytes, contentType, bytes.length + 1), parse(bytes, contentType, step)];
		if (whole !== inParts) throw new Error(`${whole} became ${inParts} in parts of ${step}`);
	},
});

/** Returns what a feed has, or why it is refused. */
function parse(bytes: Buffer, contentType: string, step: number): string {
	const parser = new FeedParser(contentType);
	try {
		for (let at = 0; at < bytes.length; at += step) if (!parser.write(bytes.subarray(at, at + step))) break;
		const feed = parser.end();
		if (feed.items.length > feedLimits.maxItems) throw new RangeError(`${feed.items.length} items`);
		return JSON.stringify(feed);
	} catch (error) {
		// A refusal is a sentence for the user, not a fault of the program.
		if (error instanceof Error && error.constructor === Error && error.message !== '') return error.message;
		throw error;
	}
}
