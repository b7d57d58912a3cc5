import { expect, test } from 'vitest';
import {
	addressOf,
	countsOf,
	hostOf,
	protocolOf,
	statusOf,
} from '../../../../source/tui/panes/debug/sections/sockets/columns.ts';

test('an empty address is "-" on the wire, or missing', () => {
	expect(['-', undefined, '127.0.0.1:1'].map(addressOf)).toEqual(['', '', '127.0.0.1:1']);
});

test('a socket is named by its protocol on every system', () => {
	const of = (family: number | undefined, type: number | undefined) =>
		protocolOf({ ...(family === undefined ? {} : { family }), ...(type === undefined ? {} : { type }) });
	expect(of(2, 1)).toBe('tcp');
	expect(of(10, 2)).toBe('udp6');
	expect(of(30, 1)).toBe('tcp6');
	expect(of(1, 1)).toBe('unix');
	expect(of(2, 9)).toBe('type 9');
	expect(of(undefined, undefined)).toBe('–');
});

test('a status of NONE is no status', () => {
	expect([statusOf({ status: 'NONE' }), statusOf({}), statusOf({ status: 'LISTEN' })]).toEqual([
		'',
		'',
		'LISTEN',
	]);
});

test('addresses are counted by host', () => {
	expect(['192.0.2.1:80', '[2001:db8::1]:80', '/run/socket'].map(hostOf)).toEqual([
		'192.0.2.1',
		'2001:db8::1',
		'/run/socket',
	]);
});

test('counts start with the most frequent value and summarize the rest', () => {
	expect(countsOf(['b', 'a', 'b', 'c', 'd', 'e', 'f'])).toBe('2× b, 1× a, 1× c, 1× d, 2 others');
});
