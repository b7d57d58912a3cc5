import { describe, expect, test } from 'vitest';
import { AddressRule, addressRuleText } from '../../../source/service/feeds/fetching/address-rule.ts';
import {
	backoff,
	readRetryAfter,
	requestedInterval,
	withJitter,
} from '../../../source/service/feeds/fetching/check-interval.ts';
import { feedLimits } from '../../../source/service/feeds/limits.ts';

const hosts = {
	internet: ['8.8.8.8', '2a00::1', '::ffff:8.8.4.4', '64:ff9b::8.8.8.8', '2002:808:808::1'],
	network: [
		...['10.1.2.3', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '198.18.0.1', '192.0.0.1'],
		...['fd00::1', 'fe80::1', 'fe80::1%eth0', 'fec0::1', '64:ff9b:1::1'],
		...[
			'::ffff:c0a8:101',
			'64:ff9b::192.168.1.1',
			'64:ff9b::c0a8:101',
			'2002:c0a8:101::1',
			'::ffff:0:10.0.0.1',
		],
	],
	machine: [
		...[
			'127.0.0.1',
			'127.8.8.8',
			'::1',
			'::ffff:127.0.0.1',
			'::ffff:7f00:1',
			'0:0:0:0:0:ffff:7f00:1',
			'0.0.0.0',
		],
		...['::', '::127.0.0.1', '64:ff9b::7f00:1', '2002:7f00:1::', '::ffff:0.0.0.0', ''],
	],
} as const;

describe('AddressRule', () => {
	test.each([
		['internet', 'internet', true],
		['internet', 'network', false],
		['internet', 'machine', false],
		['network', 'internet', true],
		['network', 'network', true],
		['network', 'machine', false],
		['machine', 'internet', true],
		['machine', 'network', true],
		['machine', 'machine', true],
	] as const)('lets a feed in the %s lead to the %s: %s', (from, to, isAllowed) => {
		for (const feed of hosts[from]) {
			for (const target of hosts[to]) {
				const rule = new AddressRule();
				rule.filter([feed]);
				const outcome = () => rule.filter([target]);
				if (isAllowed) expect(outcome, `${feed} ${target}`).not.toThrow();
				else expect(outcome, `${feed} ${target}`).toThrow(addressRuleText.refused);
			}
		}
	});

	test('keeps the network of the feed after others', () => {
		const rule = new AddressRule();
		rule.filter(['127.0.0.1']);
		rule.filter(['8.8.8.8']);
		expect(rule.filter(['127.0.0.1'])).toEqual(['127.0.0.1']);
		expect(rule.scope).toBe('loopback');
	});

	test('takes a feed with an address in the internet for one there, and refuses its other addresses', () => {
		const rule = new AddressRule();
		expect(rule.filter(['127.0.0.1', '8.8.8.8', '10.0.0.1'])).toEqual(['8.8.8.8']);
		expect(rule.scope).toBe('public');
	});

	test('refuses a feed of the internet whose name leads to a private network later', () => {
		for (const address of [...hosts.network, ...hosts.machine])
			expect(() => new AddressRule('public').filter([address]), address).toThrow(addressRuleText.refused);
		expect(() => new AddressRule('private').filter(['127.0.0.1'])).toThrow(addressRuleText.refused);
		const moved = new AddressRule('private');
		moved.filter(['8.8.8.8']);
		expect(moved.scope).toBe('public');
	});
});

describe('The time until the next check', () => {
	const minutes = (count: number) => count * 60_000;
	test.each([
		[0, '', 15],
		[60, '', 60],
		[1, '', 10],
		[100_000, '', 24 * 60],
		[0, 'public, max-age=1800', 30],
		[0, 'no-cache, max-age=0', 15],
		[60, 'max-age=1800', 60],
		[0, 'max-age=60', 10],
	])('with a ttl of %s min and the Cache-Control %j is %i min', (ttl, cacheControl, expected) => {
		expect(requestedInterval(ttl, cacheControl)).toBe(minutes(expected));
	});

	test.each([
		[1, 15],
		[2, 30],
		[5, 240],
		[6, 360],
		[10_000, 360],
	])('after %i failures is %i min', (failures, expected) => {
		expect(backoff(failures)).toBe(minutes(expected));
	});

	test('reads Retry-After as seconds or as a date', () => {
		const now = Date.UTC(2023, 0, 1);
		expect(readRetryAfter('90', now)).toBe(90_000);
		expect(readRetryAfter(new Date(now + 5_000).toUTCString(), now)).toBe(5_000);
		expect(readRetryAfter(new Date(now - 5_000).toUTCString(), now)).toBe(0);
		for (const value of [undefined, 'later', '-5', '9'.repeat(50)])
			expect(readRetryAfter(value, now)).toBe(0);
	});

	test('differs by up to a tenth', () => {
		expect([0, 0.5, 1].map((random) => withJitter(feedLimits.intervalMs, () => random) / 60_000)).toEqual([
			13.5, 15, 16.5,
		]);
	});
});
