import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { networkOf } from '../../../source/service/connections/network.ts';
import { mayExchange, parseAddress, scopeOf, scopeOfPeer } from '../../../source/service/overlay/address.ts';
import { AddressBook } from '../../../source/service/overlay/address-book.ts';
import {
	decodeAddresses,
	encodeAddresses,
	MAX_ADDRESSES,
} from '../../../source/service/overlay/address-list.ts';

const A = 'a'.repeat(64);
const B = 'b'.repeat(64);
const PUBLIC_PEER = '9.9.9.9:6881';

const all = (book: AddressBook) => [...book.all()].map(({ address }) => address);

test.each([
	['8.8.8.8', '8.8.8.0/24'],
	['::ffff:8.8.8.9', '8.8.8.0/24'],
	['2600:1:2:3::4', '2600:1:2::/48'],
	['2600::4', '2600:0:0::/48'],
	['192.168.1.7', '192.168.1.7'],
	['127.0.0.1', undefined],
	['::1', undefined],
	[undefined, undefined],
])('networkOf(%s) is %s', (host, network) => {
	expect(networkOf(host)).toBe(network);
});

describe('scopeOf', () => {
	test.each([
		['127.0.0.1:6881', 'loopback'],
		['[::1]:6881', 'loopback'],
		['[::ffff:127.0.0.1]:6881', 'loopback'],
		['10.1.2.3:6881', 'private'],
		['172.31.0.1:6881', 'private'],
		['192.168.1.1:6881', 'private'],
		['169.254.1.1:6881', 'private'],
		['100.64.0.1:6881', 'private'],
		['[fe80::1]:6881', 'private'],
		['[fd00::1]:6881', 'private'],
		['8.8.8.8:6881', 'public'],
		['[2600::1]:6881', 'public'],
		['8.8.8.8:22', undefined],
		['0.0.0.0:6881', undefined],
		['[::]:6881', undefined],
		['224.0.0.1:6881', undefined],
		['255.255.255.255:6881', undefined],
		['[ff02::1]:6881', undefined],
		['example.org:6881', undefined],
		['8.8.8.8:0', undefined],
		['8.8.8.8:70000', undefined],
		['8.8.8.8', undefined],
		['[8.8.8.8]:6881', undefined],
		['', undefined],
	])('%s is %s', (address, scope) => {
		expect(scopeOf(address)).toBe(scope);
	});

	test('peers learn no addresses of networks in which they are not', () => {
		const scopes = ['loopback', 'private', 'public'] as const;
		const learned = scopes.map((peer) => scopes.filter((address) => mayExchange(address, peer)));
		expect(learned).toEqual([['loopback', 'private', 'public'], ['private', 'public'], ['public']]);
		expect([scopeOfPeer(undefined), scopeOfPeer('example.org:1')]).toEqual(['public', 'public']);
	});
});

describe('address list', () => {
	const address = fc
		.record({
			host: fc.oneof(
				fc.ipV4(),
				fc.ipV6().map((ip) => `[${ip}]`),
			),
			port: fc.integer({ min: 1, max: 65_535 }),
		})
		.map(({ host, port }) => `${host}:${port}`);

	test('keeps addresses', () => {
		fc.assert(
			fc.property(fc.array(address, { maxLength: MAX_ADDRESSES }), (addresses) => {
				expect(decodeAddresses(encodeAddresses(addresses))).toEqual(addresses);
			}),
		);
	});

	test('decodes any bytes without an error', () => {
		fc.assert(
			fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
				for (const each of decodeAddresses(Buffer.from(bytes)) ?? [])
					expect(parseAddress(each)).toBeDefined();
			}),
		);
		const many = Array.from({ length: MAX_ADDRESSES + 1 }, () => encodeAddresses(['8.8.8.8:6881']));
		expect(decodeAddresses(Buffer.concat(many))).toBeUndefined();
	});
});

describe('AddressBook', () => {
	test('passes on verified addresses only, and none to networks that they do not belong to', () => {
		const book = new AddressBook(['example.org:6881', '10.0.0.1:6881'], []);
		book.learn('1.1.1.1:6881', A, PUBLIC_PEER);
		for (const address of ['example.org:6881', '10.0.0.1:6881', '127.0.0.1:6881', '8.8.8.8:6881'])
			book.verified(address, A);
		const shared = (peer: string | undefined) =>
			[...book.all()].filter((known) => book.mayShare(known, peer)).map(({ address }) => address);
		expect(shared(PUBLIC_PEER)).toEqual(['8.8.8.8:6881']);
		expect(shared(undefined)).toEqual(['8.8.8.8:6881']);
		expect(shared('10.9.9.9:6881')).toEqual(['10.0.0.1:6881', '8.8.8.8:6881']);
		expect(shared('127.0.0.1:6881')).toEqual(['10.0.0.1:6881', '127.0.0.1:6881', '8.8.8.8:6881']);
	});

	test('learns no private addresses from public peers', () => {
		const book = new AddressBook([], []);
		for (const address of [
			'127.0.0.1:6881',
			'192.168.0.1:6881',
			'localhost:6881',
			'1.1.1.1:80',
			'1.1.1.1:6881',
		])
			book.learn(address, A, PUBLIC_PEER);
		expect(all(book)).toEqual(['1.1.1.1:6881']);
	});

	test('bounds the addresses of a source, of a host and of all', () => {
		const book = new AddressBook([], []);
		for (let host = 0; host < 100; host++) book.learn(`1.1.1.${host}:6881`, A, PUBLIC_PEER);
		expect(all(book)).toHaveLength(32);
		for (let port = 0; port < 100; port++) book.learn(`2.2.2.2:${2_000 + port}`, B, PUBLIC_PEER);
		expect(all(book)).toHaveLength(40);
		for (let source = 0; source < 100; source++)
			for (let host = 0; host < 20; host++)
				book.learn(`3.3.${source}.${host}:6881`, String(source), PUBLIC_PEER);
		expect(all(book)).toHaveLength(500);
		for (let host = 0; host < 1_000; host++) book.verified(`4.4.${host >> 8}.${host & 255}:6881`, A);
		expect(book.saved()).toHaveLength(500);
		expect(book.saved().at(-1)?.address).toBe('4.4.3.231:6881');
	});

	test('forgets addresses that fail, and never those of the operator', () => {
		const book = new AddressBook(['5.5.5.5:6881'], [{ address: '6.6.6.6:6881', id: A }]);
		book.learn('7.7.7.7:6881', B, PUBLIC_PEER);
		for (let failure = 0; failure < 3; failure++) for (const address of all(book)) book.failed(address);
		expect(all(book)).toEqual(['5.5.5.5:6881', '6.6.6.6:6881']);
		for (let failure = 0; failure < 20; failure++) for (const address of all(book)) book.failed(address);
		expect(all(book)).toEqual(['5.5.5.5:6881']);
	});

	test('does not learn its own address again', () => {
		const book = new AddressBook(['5.5.5.5:6881'], []);
		book.removeOwn('5.5.5.5:6881');
		expect(book.learn('5.5.5.5:6881', A, PUBLIC_PEER)).toBe(false);
		expect(all(book)).toEqual([]);
	});

	test('restores saved addresses', () => {
		const book = new AddressBook(['5.5.5.5:6881'], []);
		book.verified('5.5.5.5:6881', A);
		book.verified('6.6.6.6:6881', B);
		const restored = new AddressBook(['5.5.5.5:6881'], book.saved());
		expect([...restored.all()]).toMatchObject([
			{ address: '5.5.5.5:6881', id: A, isConfigured: true, isVerified: true },
			{ address: '6.6.6.6:6881', id: B, isConfigured: false, isVerified: true },
		]);
	});
});
