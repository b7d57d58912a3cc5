import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { feedLimits } from '../../../source/service/feeds/limits.ts';
import { FeedParser, feedParserText } from '../../../source/service/feeds/parsing/feed-parser.ts';

const infohash = 'c12fe1c06bba254a9dc9f519b335aa7c1367a88a';

/** Parses a document in parts of `step` bytes. */
function parse(document: string | Uint8Array, contentType = '', step = 1000) {
	const bytes = Buffer.from(document);
	const parser = new FeedParser(contentType);
	for (let at = 0; at < bytes.length; at += step) if (!parser.write(bytes.subarray(at, at + step))) break;
	return parser.end();
}

/** Parses a document that may be cut off before its first item. */
function parseDamaged(...given: Parameters<typeof parse>) {
	try {
		return parse(...given);
	} catch (error) {
		if (error instanceof Error && error.message === feedParserText.cutOff) return { items: [] };
		throw error;
	}
}

const rss = (items: string, channel = '') =>
	`<?xml version="1.0"?><rss version="2.0"><channel><title>Feed</title>${channel}${items}</channel></rss>`;

describe('FeedParser', () => {
	test('reads RSS 2.0 with an enclosure and the elements of the namespace torrent', () => {
		const feed = parse(
			rss(
				`<item>
					<title>One &amp; <![CDATA[<two>]]></title>
					<link>https://feeds.example/pages/1</link>
					<guid isPermaLink="false">id-1</guid>
					<pubDate>Mon, 02 Jan 2023 03:04:05 GMT</pubDate>
					<enclosure url="https://feeds.example/get?id=1&amp;key=2" length="1000" type="application/x-bittorrent"/>
					<torrent:infoHash>${infohash.toUpperCase()}</torrent:infoHash>
					<torrent:contentLength>5000000</torrent:contentLength>
					<torrent:magnetURI><![CDATA[magnet:?xt=urn:btih:${infohash}&dn=one]]></torrent:magnetURI>
				</item>`,
				'<ttl>60</ttl><image><title>Not this</title><ttl>7</ttl></image>',
			),
		);
		expect(feed).toEqual({
			title: 'Feed',
			ttlMinutes: 60,
			items: [
				{
					id: 'id-1',
					title: 'One & <two>',
					uri: 'https://feeds.example/get?id=1&key=2',
					infohash,
					size: 5_000_000,
					published: Date.UTC(2023, 0, 2, 3, 4, 5) / 1000,
				},
			],
		});
	});

	test('reads RSS 0.91 without ids', () => {
		const { items } = parse(
			'<rss version="0.91"><channel><title>Old</title><item><title>A</title><link>http://a.example/a.torrent</link></item></channel></rss>',
		);
		expect(items).toMatchObject([{ id: '', title: 'A', uri: 'http://a.example/a.torrent' }]);
	});

	test('reads RSS 1.0, whose items are beside the channel', () => {
		const { title, items } = parse(
			`<rdf:RDF xmlns="http://purl.org/rss/1.0/"><channel rdf:about="x"><title>RDF</title></channel>
			<item rdf:about="http://a.example/1"><title>A</title><dc:date>2023-01-02T03:04:05Z</dc:date>
			<enc:enclosure rdf:resource="http://a.example/1.bin" enc:type="application/x-bittorrent" enc:length="2000000"/></item></rdf:RDF>`,
		);
		expect(title).toBe('RDF');
		expect(items).toMatchObject([
			{ id: 'http://a.example/1', title: 'A', uri: 'http://a.example/1.bin', size: 2_000_000 },
		]);
	});

	test('reads Atom with links of all kinds', () => {
		const { title, items } = parse(
			`<feed xmlns="http://www.w3.org/2005/Atom"><title>Atom</title><entry><id>urn:1</id><title>A</title>
			<author><id>not this</id><title>nor this</title></author>
			<link rel="self" href="self.torrent"/><link href="page.html"/><link rel="enclosure" href="files/a.torrent" type="application/x-bittorrent"/>
			<updated>2023-01-02T03:04:05Z</updated></entry>
			<entry><id>urn:2</id><title>B</title><link href="magnet:?xt=urn:btih:${infohash}"/></entry></feed>`,
		);
		expect(title).toBe('Atom');
		expect(items).toMatchObject([
			{ id: 'urn:1', title: 'A', uri: 'files/a.torrent', published: 1_672_628_645 },
			{ id: 'urn:2', uri: `magnet:?xt=urn:btih:${infohash}` },
		]);
	});

	test.each([
		['a nested element torrent', `<torrent><infoHash>${infohash}</infoHash></torrent>`],
		['an undeclared prefix', `<x:infoHash>${infohash}</x:infoHash>`],
		['base32 digits', '<infoHash>YEX6DQDLXISUVHOJ6UM3GNNKPQJWPKEK</infoHash>'],
		['an attribute of a search program', `<torznab:attr name="infohash" value="${infohash}"/>`],
	])('makes a magnet link of an infohash in %s', (_, element) => {
		expect(parse(rss(`<item><title>A</title>${element}</item>`)).items).toMatchObject([
			{ infohash, uri: `magnet:?xt=urn:btih:${infohash}` },
		]);
	});

	test('ignores pages, wrong values and texts that are too long', () => {
		const { items } = parse(
			rss(
				`<item><title>${'x'.repeat(5_000)}</title><link>http://a.example/page</link><guid>${'y'.repeat(20_000)}</guid>
				<size>1.2 GiB</size><infoHash>abc</infoHash><pubDate>yesterday</pubDate><enclosure url="http://a.example/a.mp3" type="audio/mpeg" length="9"/></item>`,
			),
		);
		expect(items).toMatchObject([
			{ id: '', uri: '', size: undefined, infohash: undefined, published: undefined },
		]);
		expect(items[0]?.title).toMatch(/^x{299}…$/);
	});

	test.each([1, 7, 64, 100_000])('reads the same in parts of %i bytes', (step) => {
		const text = rss(`<item><title>Größe 日本語 🎈</title><guid>1</guid></item>`);
		expect(parse(text, '', step).items[0]?.title).toBe('Größe 日本語 🎈');
	});

	test('keeps the items before the end of a document that is cut off', () => {
		const text = rss('<item><title>A</title></item><item><title>B');
		expect(parse(text.slice(0, text.indexOf('B') + 1)).items).toMatchObject([{ title: 'A' }]);
	});

	test.each([
		['HTML', '<!doctype html><html><head><title>x</title></head></html>'],
		['JSON', '{"version":"https://jsonfeed.org/version/1"}'],
		['an empty document', ''],
		['binary data', new Uint8Array(2000).fill(7)],
	])('refuses %s', (_, document) => {
		expect(() => parse(document)).toThrow(feedParserText.notFeed);
	});
});

describe('The encoding of a feed', () => {
	const russian = 'Фильм';
	const text = (encoding: string) =>
		`<?xml version="1.0" encoding="${encoding}"?><rss><channel><title>${russian}</title></channel></rss>`;
	const windows1251 = (value: string) =>
		Buffer.from(
			[...value].map((letter) => {
				const code = letter.codePointAt(0) ?? 0;
				return code < 0x80 ? code : code - 0x410 + 0xc0;
			}),
		);
	const utf16 = (value: string, isLittle: boolean) => {
		const bytes = Buffer.from(value, 'utf16le');
		return isLittle ? bytes : bytes.swap16();
	};

	test.each([
		['declared windows-1251', windows1251(text('windows-1251')), ''],
		['windows-1251 by the Content-Type', windows1251(text('utf-8')), 'text/xml; charset="windows-1251"'],
		['utf-16le with a mark', utf16(`\ufeff${text('utf-16')}`, true), ''],
		['utf-16be with a mark', utf16(`\ufeff${text('utf-16')}`, false), 'text/xml; charset=utf-8'],
		['utf-16le without a mark', utf16(text('utf-16'), true), ''],
		['utf-16be without a mark', utf16(text('utf-16'), false), 'text/xml; charset=utf-16'],
		['utf-8 with a mark', Buffer.from(`\ufeff${text('windows-1251')}`), ''],
		['utf-8, wrongly declared as utf-16', Buffer.from(text('utf-16')), 'text/xml; charset=utf-16'],
		['utf-8, with an unknown encoding', Buffer.from(text('x-unheard-of')), ''],
	])('is recognized: %s', (_, bytes, contentType) => {
		expect(parse(bytes, contentType).title).toBe(russian);
	});

	test('may be wrong: unreadable bytes become replacements', () => {
		expect(parse(windows1251(text('utf-8'))).title).toBe('\ufffd'.repeat(5));
	});
});

describe('A hostile feed', () => {
	test('expands no entities', () => {
		const entities = Array.from(
			{ length: 20 },
			(_, index) => `<!ENTITY l${index + 1} "${`&l${index};`.repeat(10)}">`,
		);
		const { items } = parse(
			`<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY l0 "lol"><!ENTITY file SYSTEM "file:///etc/passwd">${entities.join('')}]>
			${rss('<item><title>&l20;&file;</title></item>').slice(21)}`,
		);
		expect(items[0]?.title).toBe('&l20;&file;');
	});

	test('is refused if it is nested deeply', () => {
		expect(() => parse(rss(`<item>${'<a>'.repeat(200_000)}`), '', 65_536)).toThrow(feedParserText.tooDeep);
	});

	test('is refused if an element has many attributes', () => {
		const attributes = Array.from({ length: 100_000 }, (_, index) => `a${index}="x"`).join(' ');
		expect(() => parse(rss(`<item ${attributes}>`), '', 16_384)).toThrow(feedParserText.manyAttributes);
	});

	test('without a complete item is refused, if it is cut off', () => {
		const whole = rss('<item><title>A</title></item>');
		expect(() => parse(whole.slice(0, whole.indexOf('</item>')))).toThrow(feedParserText.cutOff);
		expect(parse(whole.slice(0, whole.indexOf('</channel>'))).items).toHaveLength(1);
		expect(parse(rss('')).items).toEqual([]);
	});

	test('has a limited number of items', () => {
		const item = '<item><title>A</title></item>';
		const parser = new FeedParser('');
		let read = 0;
		const part = Buffer.from(rss(item.repeat(100)).replace('</channel></rss>', ''));
		const more = Buffer.from(item.repeat(100));
		for (let next = part; parser.write(next); next = more) read += 1;
		expect(read).toBeLessThan(feedLimits.maxItems / 100 + 5);
		expect(parser.end().items).toHaveLength(feedLimits.maxItems);
	});

	test.each([
		['a comment without end', () => `<!--${'x'.repeat(8_000_000)}`],
		['a text without end', () => `<item><title>${'x'.repeat(8_000_000)}`],
		['a name without end', () => `<${'x'.repeat(8_000_000)}`],
		['an attribute without end', () => `<item a="${'x'.repeat(8_000_000)}`],
		['entities', () => `<item><title>${'&#65;'.repeat(1_000_000)}`],
		['ends without beginnings', () => '</a>'.repeat(1_000_000)],
	])('with many or long %s has no items', (_, content) => {
		expect(parseDamaged(rss(content()), '', 16_384).items.length).toBeLessThanOrEqual(1);
	});

	test('is read the same in parts of any size, and has bounded items', () => {
		const parts = [
			'<item>',
			'</item>',
			'<entry ',
			'<title>',
			'</title>',
			'<link>',
			'</link>',
			'href="magnet:?xt=urn:btih:',
			infohash,
			'"/>',
			'>',
			'<![CDATA[',
			']]>',
			'<!--',
			'-->',
			'&amp;',
			'&#x1F388;',
			'Ж',
			'<enclosure url="a.torrent" type="application/x-bittorrent" length="5000000"/>',
			'<guid>',
			'</guid>',
			'\0',
		];
		const documents = fc
			.array(fc.constantFrom(...parts), { maxLength: 80 })
			.map((list) => rss(list.join('')));
		fc.assert(
			fc.property(documents, fc.integer({ min: 1, max: 70 }), (document, step) => {
				const whole = parseDamaged(document, '', 100_000);
				expect(parseDamaged(document, '', step)).toEqual(whole);
				for (const { title, uri } of whole.items) expect(title.length + uri.length).toBeLessThan(17_000);
			}),
			{ numRuns: 300 },
		);
	});

	test('may use the names of properties', () => {
		const { items } = parse(
			rss('<__proto__>x</__proto__><item constructor="a" __proto__="b"><title>A</title></item>'),
		);
		expect(items).toMatchObject([{ title: 'A' }]);
	});
});
