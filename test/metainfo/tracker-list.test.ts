import { describe, expect, test } from 'vitest';
import { isAnnounceUrl, trackerList } from '../../source/metainfo/tracker-list.ts';

describe('isAnnounceUrl', () => {
	test.each([
		['a file', 'file:///etc/passwd'],
		['another scheme', 'gopher://127.0.0.1/'],
		['a script', 'javascript:alert(1)'],
		['no host', 'http://'],
		['an escape sequence', 'http://tracker.example/\u001b[2Ja'],
		['a line feed', 'http://tracker.example/a\r\nX-Header: b'],
		['a tab in the scheme', 'ht\ttp://tracker.example/'],
		['a change of direction', 'http://tracker.example/\u202egpj'],
		['a lone surrogate', 'http://tracker.example/\ud800'],
		['a long text', `http://tracker.example/${'a'.repeat(2048)}`],
		['spaces around it', ' udp://tracker.example:1 '],
	])('refuses %s', (_, url) => {
		expect(isAnnounceUrl(url)).toBe(false);
	});

	test('accepts every scheme of trackers', () => {
		const urls = ['http', 'https', 'udp', 'ws', 'wss'].map((scheme) => `${scheme}://tracker.example:1/a?b=c`);
		expect(trackerList([...urls, ...urls])).toEqual(urls);
	});
});
