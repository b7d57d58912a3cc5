import { expect, test } from 'vitest';
import { sharesBesides } from '../../../source/service/connections/network.ts';
import { makeRoom, type Slot, type Usefulness } from '../../../source/service/connections/slots.ts';

const shareOf = sharesBesides(['9.9.9.9']);

/** Connections that take slots: at most 6, 2 of a network. */
class Taken {
	readonly slots = new Map<string, Slot>();

	/** Opens a connection of a host. Returns whether it has a slot. */
	open(name: string, host: string, usefulness?: Usefulness): boolean {
		const network = shareOf(host);
		const hasRoom = makeRoom(this.slots.values(), network, { size: 6, share: 2 });
		if (hasRoom)
			this.slots.set(name, {
				network,
				usefulness: () => usefulness,
				giveUp: () => this.slots.delete(name),
			});
		return hasRoom;
	}

	get names(): string[] {
		return [...this.slots.keys()];
	}
}

const silent = (sinceMs: number): Usefulness => ({ rank: 0, sinceMs });

test.each([
	['a /24 of IPv4', '8.8.8.1', '8.8.8.200', '8.8.9.1'],
	['a /48 of IPv6', '2600:1:2:3::1', '2600:1:2:4::1', '2600:1:3::1'],
	['a /24 of IPv4 in IPv6', '::ffff:8.8.8.1', '8.8.8.2', '::ffff:8.8.9.1'],
	['a /24 behind a translator', '64:ff9b::808:801', '64:ff9b::808:8c8', '64:ff9b::808:901'],
])('%s has a share, in which its own connections end', (_, first, second, other) => {
	const taken = new Taken();
	taken.open('oldest', first, silent(1));
	taken.open('second', second, silent(2));
	taken.open('other', other, silent(0));
	expect(taken.open('third', first, silent(3))).toBe(true);
	expect(taken.names).toEqual(['second', 'other', 'third']);
});

test.each([
	'127.0.0.1',
	'::1',
	'10.1.2.3',
	'192.168.1.1',
	'fd00::1',
	'::ffff:172.17.0.1',
	'9.9.9.9',
	'::ffff:9.9.9.9',
])('%s has no share', (host) => {
	const taken = new Taken();
	for (let at = 0; at < 6; at++) expect(taken.open(String(at), host)).toBe(true);
	expect(taken.open('too many', host)).toBe(false);
});

test('the connection with the lowest rank ends, of these the oldest, and useful ones stay', () => {
	const taken = new Taken();
	taken.open('transfers', '127.0.0.1');
	taken.open('late', '127.0.0.1', silent(5));
	taken.open('idle', '127.0.0.1', { rank: 1, sinceMs: 1 });
	taken.open('early', '127.0.0.1', silent(3));
	for (const name of ['x', 'y']) taken.open(name, '127.0.0.1');
	for (const name of ['a', 'b', 'c']) expect(taken.open(name, '8.8.8.8')).toBe(name !== 'c');
	expect(taken.names).toEqual(['transfers', 'idle', 'x', 'y', 'a', 'b']);
	expect(taken.open('d', '127.0.0.1')).toBe(true);
	expect(taken.names).not.toContain('idle');
	expect(taken.open('e', '127.0.0.1')).toBe(false);
});
