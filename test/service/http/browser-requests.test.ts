import { expect, test } from 'vitest';
import { refuseBrowser } from '../../../source/service/http/host-and-origin-check.ts';

const check = (headers: Readonly<Record<string, string | undefined>>) => () =>
	refuseBrowser({ headers, url: '/market/orders/1/cancel', ip: '127.0.0.1' });

test.each([
	{ 'user-agent': 'Mozilla/5.0 (Windows NT 6.1; Trident/7.0; rv:11.0) like Gecko' },
	{ 'user-agent': 'mozilla/4.0' },
	{ 'sec-fetch-site': 'none' },
	{ 'sec-fetch-site': 'same-origin' },
	{ 'sec-purpose': 'prefetch;prerender' },
	{ purpose: 'prefetch' },
	{ 'x-moz': 'prefetch' },
	{ referer: 'http://evil.example/' },
	{ origin: 'http://127.0.0.1:8085' },
])('refuseBrowser refuses %j', (headers) => {
	expect(check(headers)).toThrow(expect.objectContaining({ status: 403, code: 'BrowserGetError' }));
});

test.each([{}, { 'user-agent': 'curl/8.0' }, { 'user-agent': 'node', accept: '*/*' }])(
	'refuseBrowser accepts programs: %j',
	(headers) => expect(check(headers)).not.toThrow(),
);
