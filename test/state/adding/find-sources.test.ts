import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
	findSources,
	findTyped,
	MAX_SOURCES,
	sourceFaults,
} from '../../../source/state/adding/find-sources.ts';
import { magnetFaults, type Source, sourceText } from '../../../source/state/adding/source.ts';
import { anyText } from '../../any-text.ts';
import { runs } from '../../runs.ts';

const place = { folder: '/srv/here', home: '/home/me' };
const hex = (digit: string) => digit.repeat(40);
const magnet = (digit: string, more = '') => `magnet:?xt=urn:btih:${hex(digit)}${more}`;
const uris = (text: string) => findSources(text, place).sources.map(({ uri }) => uri);
const [only, why] = [
	(text: string): Source | undefined => findSources(text, place).sources[0],
	(text: string): string => {
		const [source] = findTyped(text, place);
		return source?.kind === 'wrong' ? source.why : '';
	},
];

describe('findSources, one source', () => {
	test('reads the infohash and the name of a magnet link', () => {
		expect(only(magnet('A', '&dn=Some+name&tr=http://x/announce'))).toEqual({
			kind: 'magnet',
			uri: magnet('A', '&dn=Some+name&tr=http://x/announce'),
			infohash: hex('a'),
			name: 'Some name',
		});
		const short = 'magnet:?xt=urn:btih:ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
		expect(only(short)).toMatchObject({ infohash: '00443214c74254b635cf84653a56d7c675be77df' });
		expect(only('magnet:?xt=urn:btmh:1220aa')).toMatchObject({ kind: 'magnet', infohash: undefined });
		expect(only(`magnet:?xt.1=urn:sha1:x&xt.2=urn:btih:${hex('b')}`)).toMatchObject({ infohash: hex('b') });
	});

	test('reads infohashes of both encodings and both versions', () => {
		expect(only(hex('F'))).toEqual({ kind: 'infohash', uri: hex('f'), infohash: hex('f') });
		const second = 'ab'.repeat(32);
		expect(only(second.toUpperCase())).toEqual({ kind: 'infohash', uri: second, infohash: second });
		expect(uris(`see ${second}, or ${hex('c')}.`)).toEqual([second, hex('c')]);
		expect(only(`magnet:?xt=urn:btmh:1220${second}`)).toMatchObject({
			infohash: undefined,
			infohash2: second,
		});
		expect(uris(`${second}\nmagnet:?xt=urn:btmh:1220${second}`)).toEqual([second]);
		expect(only('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567')).toMatchObject({ kind: 'infohash' });
	});

	test('makes paths absolute, as shells and terminals write them', () => {
		expect(uris('a.torrent')).toEqual(['/srv/here/a.torrent']);
		expect(uris('../b/a b.torrent')).toEqual(['/srv/b/a b.torrent']);
		expect(uris('~/a b.torrent')).toEqual(['/home/me/a b.torrent']);
		expect(uris(`'/x/a b.torrent'`)).toEqual(['/x/a b.torrent']);
		expect(uris('/x/a\\ b\\(1\\).torrent')).toEqual(['/x/a b(1).torrent']);
		expect(uris('file:///x/a%20b.torrent')).toEqual(['/x/a b.torrent']);
		expect(uris(`'/x/a.torrent' "/x/b c.torrent"`)).toEqual(['/x/a.torrent', '/x/b c.torrent']);
		expect(uris('/x/a.torrent ~/b c.torrent')).toEqual(['/x/a.torrent', '/home/me/b c.torrent']);
	});

	test('reports invalid text with the reason', () => {
		expect(why('magnet:?xt=urn:btih:one')).toBe(magnetFaults.wrongInfohash);
		expect(why('magnet:?dn=name')).toBe(magnetFaults.noInfohash);
		expect(why('magnet:xt')).toBe(magnetFaults.wrongBeginning);
		expect(why('http://')).toBe(sourceText.invalidUrl);
		expect(why('ftp://x/a.torrent')).toBe(sourceText.unknownScheme('ftp'));
		expect(why('abcdef'.repeat(6))).toBe(sourceText.infohashLength(36));
		expect(why('/srv/film.mkv')).toBe(sourceFaults.wrongName);
		expect(why('file://elsewhere/a.torrent')).toBe(sourceFaults.notHere);
		expect(why('file:///%ff.torrent')).toBe(sourceFaults.notHere);
		expect(why('hello there')).toBe(sourceFaults.nothing);
		expect(why(`magnet:?xt=urn:btih:${hex('a')}&dn=${'x'.repeat(20_000)}`)).toBe(sourceText.tooLong);
		expect(findTyped('  ', place)).toEqual([]);
	});
});

describe('findSources, several sources', () => {
	test('reads them from lines or from one line, without duplicates', () => {
		const all = [magnet('a'), 'http://x/y.torrent', hex('b'), '/x/z.torrent'];
		expect(uris(all.join('\n'))).toEqual(all);
		expect(uris(all.slice(0, 3).join(' '))).toEqual(all.slice(0, 3));
		expect(uris(`${all.join('\r\n')}\n${all.join('\r')}`)).toEqual(all);
		expect(uris(`${magnet('a')} ${hex('A')}\n${magnet('a', '&dn=again')}`)).toEqual([magnet('a')]);
	});

	test('ignores text around them', () => {
		const mail = `Hello,
see <${magnet('a')}> and (${magnet('b', '&amp;dn=two')}), or https://x.example/a_(b).torrent!
> quoted: "http://y.example/c.torrent"; the hash is ${hex('c')}.
<a href="${magnet('d')}">here</a>
Bye 12345`;
		expect(uris(mail)).toEqual([
			magnet('a'),
			magnet('b', '&dn=two'),
			'https://x.example/a_(b).torrent',
			'http://y.example/c.torrent',
			hex('c'),
			magnet('d'),
		]);
		expect(uris('nothing\nof the kind: at all, not even in/a/path')).toEqual([]);
	});

	test('reads paths among words and beside links, without punctuation of letters and shells', () => {
		expect(uris('see https://example.org/x.torrent and /nope/x.torrent')).toEqual([
			'https://example.org/x.torrent',
			'/nope/x.torrent',
		]);
		expect(uris(`${magnet('a')} /nope/y.torrent`)).toEqual([magnet('a'), '/nope/y.torrent']);
		expect(uris('get /nope/x.torrent now')).toEqual(['/nope/x.torrent']);
		expect(uris('Ubuntu /tmp/t/Small.27.日本語.torrent and ~/t/Small 28.torrent.')).toEqual([
			'/tmp/t/Small.27.日本語.torrent',
			'/home/me/t/Small 28.torrent',
		]);
		expect(uris(`first '/x/a b.torrent', then "/x/c d.torrent" (and ./e.torrent)`)).toEqual([
			'/x/a b.torrent',
			'/x/c d.torrent',
			'/srv/here/e.torrent',
		]);
		expect(uris('/x/a\\ b.torrent /y/c\\ \\&\\ d.torrent ')).toEqual(['/x/a b.torrent', '/y/c & d.torrent']);
		expect(uris(`'/x/it'\\''s.torrent'`)).toEqual(["/x/it's.torrent"]);
		expect(uris(`'file:///x/a%20b.torrent' file:///y/%E6%97%A5.torrent`)).toEqual([
			'/x/a b.torrent',
			'/y/日.torrent',
		]);
		expect(uris('a.torrent b.torrent')).toEqual(['/srv/here/a.torrent', '/srv/here/b.torrent']);
		expect(uris(`/x/${hex('a')}.torrent`)).toEqual([`/x/${hex('a')}.torrent`]);
		expect(uris(`${hex('a')}.torrent`)).toEqual([`/srv/here/${hex('a')}.torrent`]);
	});

	test('reports unusable paths, and names without a folder', () => {
		const problemsOf = (text: string) =>
			findSources(text, place).sources.map((source) => [
				source.uri,
				source.kind === 'wrong' ? source.why : '',
			]);
		expect(problemsOf(`${magnet('a')} /srv/film.mkv, you see\nand x.torrent too`)).toEqual([
			[magnet('a'), ''],
			['/srv/film.mkv', sourceFaults.wrongName],
			['x.torrent', sourceFaults.bareName],
		]);
		expect(problemsOf(`${magnet('a')} and x.torrent`)).toEqual([
			[magnet('a'), ''],
			['x.torrent', sourceFaults.bareName],
		]);
	});

	test('keeps a blank in the name of a magnet link if the link continues after it', () => {
		const link = magnet('b', '&dn=one two three&tr=http://t.example/announce');
		expect(uris(`${magnet('a')} ${link} and more`)).toEqual([magnet('a'), link]);
		expect(uris(`${magnet('a')} one & two`)).toEqual([magnet('a')]);
	});

	test('keeps addresses and infohashes within a link', () => {
		const url = `http://x/get?h=${hex('a')}&next=http://y/z`;
		const link = magnet('b', `&tr=http://t/${hex('c')}/announce&tr=udp://t:1`);
		expect(uris(`${url} ${link}`)).toEqual([url, link]);
	});

	test('counts sources beyond the maximum', () => {
		const text = Array.from({ length: MAX_SOURCES + 7 }, (_, index) =>
			index.toString(16).padStart(40, '0'),
		).join('\n');
		const { sources, omitted } = findSources(text, place);
		expect([sources.length, omitted]).toEqual([MAX_SOURCES, 7]);
	});
});

const anyInfohash = fc.stringMatching(/^[\da-f]{40}$/);
const anyName = fc.string({ unit: 'grapheme', maxLength: 30 });
const anyMagnet = fc
	.tuple(anyInfohash, anyName)
	.map(([infohash, name]) => `magnet:?xt=urn:btih:${infohash}&dn=${encodeURIComponent(name)}`);
const anyUrl = fc
	.stringMatching(/^[a-z]{1,8}\/[a-z\d_-]{1,12}$/)
	.map((rest) => `https://host.example/${rest}.torrent`);
const anyPath = fc
	.stringMatching(/^\/[a-z\d_-]{1,8}\/[a-z\d _-]{0,8}[a-z]$/)
	.map((path) => `${path}.torrent`);
const anySource = fc.oneof(anyMagnet, anyUrl, anyInfohash, anyPath);
const prose = fc.stringMatching(/^[A-Z][a-z ,.]{0,40}$/);

test('findSources finds all sources on separate lines in order, with any text between the lines', () => {
	fc.assert(
		fc.property(fc.array(fc.tuple(prose, anySource), { maxLength: 20 }), (lines) => {
			const wanted = onceEach(lines.map(([, uri]) => uri));
			expect(uris(lines.flatMap(([text, uri]) => [text, `  ${uri}\t`]).join('\r\n'))).toEqual(wanted);
		}),
	);
});

test('findSources finds links between words and punctuation', () => {
	const anyLink = fc.oneof(anyMagnet, anyUrl, anyInfohash);
	const mark = fc.constantFrom('', '.', ',', ')', '!', '"', '>', '...', '")');
	fc.assert(
		fc.property(fc.array(fc.tuple(prose, anyLink, mark), { maxLength: 20 }), (words) => {
			const wanted = onceEach(words.map(([, uri]) => uri));
			const found = uris(words.map(([text, uri, end]) => `${text} (${uri}${end}`).join(' '));
			// Punctuation at the very end of a name counts as part of the text.
			expect(found.map(bare)).toEqual(wanted.map(bare));
		}),
	);
});

test('findSources throws on no text, and returns absolute paths', () => {
	const pieces = fc.oneof(
		anyText({ maxLength: 40 }),
		fc.constantFrom(
			'magnet:?',
			'xt=urn:btih:',
			'http://',
			'file://',
			'.torrent',
			'~/',
			'&tr=',
			'%',
			'\\',
			"'",
			'"',
		),
		anySource,
	);
	fc.assert(
		fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
			for (const source of findSources(parts.join(''), place).sources) {
				if (source.kind === 'path') expect(source.uri).toMatch(/^\//);
				if (source.kind === 'infohash') expect(source.infohash).toMatch(/^[\da-f]{40}$/);
			}
		}),
		{ numRuns: runs(62) },
	);
	for (const piece of [
		'magnet:?xt=a ',
		'http://',
		' &tr=',
		"'",
		'/a.torrent ',
		'a'.repeat(41),
		'(',
		'magnet:',
	]) {
		findSources(piece.repeat(20_000), place);
	}
});

/** The first of several sources of one download remains. */
function onceEach(all: readonly string[]): string[] {
	const keyOf = (uri: string) => /(?:btih:|^)([\da-f]{40})/.exec(uri)?.[1] ?? uri;
	return all.filter((uri, index) => all.findIndex((other) => keyOf(other) === keyOf(uri)) === index);
}

function bare(uri: string): string {
	return uri.replace(/[\p{P}\p{S}]+$/u, '');
}

test('findSources reads a link with a hundred thousand punctuation marks in linear time', () => {
	const marks = '!'.repeat(300_000);
	expect(uris(`see https://a.example/${marks}b and so on`)).toEqual([
		`https://a.example/${marks}b`.slice(0, 16_384),
	]);
	expect(uris(`see (https://a.example/b${marks}) and so on`)).toEqual(['https://a.example/b']);
});
