import { describe, expect, onTestFinished, test } from 'vitest';
import { AddressBook } from '../../../source/service/overlay/address-book.ts';
import { encodeAddresses } from '../../../source/service/overlay/address-list.ts';
import { Dialer } from '../../../source/service/overlay/dialer.ts';
import { type OverlayLimits, overlayLimits } from '../../../source/service/overlay/limits.ts';
import { until } from '../../programs/until.ts';
import { connectRaw, newIdentity, type RawPeer, startOverlay } from './overlay-fixture.ts';
import { SocketTransport } from './socket-transport.ts';

const A = 'a'.repeat(64);
const B = 'b'.repeat(64);

/** Starts a dialer whose attempts only the test settles. */
function startDialer(book: AddressBook, limits: Partial<OverlayLimits> = {}) {
	const dials: string[] = [];
	const connected = new Set<string>();
	const blocked = new Set<string>();
	let outgoing = 0;
	const dialer = new Dialer({
		book,
		limits: { ...overlayLimits, retryMs: 10, maxRetryMs: 50, maxConfiguredRetryMs: 50, ...limits },
		dial: (address) => dials.push(address),
		isConnected: (id) => connected.has(id),
		isBlocked: (id) => blocked.has(id),
		outgoing: () => outgoing,
	});
	onTestFinished(() => dialer.close());
	dialer.start();
	const connect = (address: string, id: string) => {
		connected.add(id);
		outgoing++;
		dialer.connected(address);
		book.verified(address, id);
	};
	const disconnect = (address: string, id: string, durationMs = 60_000) => {
		connected.delete(id);
		outgoing--;
		dialer.disconnected(address, durationMs);
	};
	return { dialer, dials, connected, blocked, connect, disconnect };
}

const host = (index: number) => `8.8.8.${index}:6881`;
const saved = (count: number) =>
	Array.from({ length: count }, (_, index) => ({
		address: host(index),
		id: String(index).padStart(64, '0'),
	}));

describe('Dialer', () => {
	test('tries a bounded number of addresses at a time', async () => {
		const { dialer, dials } = startDialer(new AddressBook([], saved(20)), { dials: 3 });
		await until(() => dials.length === 3);
		dialer.failed(dials[0] ?? '');
		await until(() => dials.length === 4);
		expect(new Set(dials).size).toBe(4);
	});

	test('stops at the number of outgoing connections, but not for configured peers', async () => {
		const configured = [host(100), host(101)];
		const book = new AddressBook(configured, saved(20));
		const { dials, connect, disconnect } = startDialer(book, { outgoing: 4 });
		const idOf = (address: string) => Buffer.from(address).toString('hex').padStart(64, '0');
		await until(() => dials.length === 4);
		expect(dials.slice(0, 2)).toEqual(configured);
		for (const address of dials) connect(address, idOf(address));
		disconnect(host(100), idOf(host(100)));
		// Another address may take the slot first.
		await until(() => dials.filter((address) => address === host(100)).length === 2);
		expect(dials.length).toBeLessThanOrEqual(6);
	});

	test('tries a configured peer again for ever, and another address a few times', async () => {
		const book = new AddressBook([host(1)], []);
		book.learn(host(2), A, undefined);
		const { dialer, dials } = startDialer(book);
		for (let count = 1; count <= 12; count++) {
			await until(() => dials.length >= count);
			dialer.failed(dials[count - 1] ?? '');
		}
		expect(dials.filter((address) => address === host(2))).toHaveLength(3);
	});

	test('ends an attempt without a result', async () => {
		const { dials } = startDialer(new AddressBook([host(1)], []), { dialMs: 20 });
		await until(() => dials.length === 3);
	});

	test('does not dial connected and blocked services, and verifies the claims of connected ones', async () => {
		const book = new AddressBook(
			[],
			[
				{ address: host(1), id: A },
				{ address: host(2), id: B },
			],
		);
		const { dialer, dials, connected, blocked } = startDialer(book, { dials: 1 });
		connected.add(A);
		blocked.add(B);
		book.learn(host(3), A, undefined, A);
		dialer.wake();
		await until(() => dials.length > 0);
		expect(dials).toEqual([host(3)]);
		connected.clear();
		dialer.failed(host(3));
		await until(() => dials.length === 2);
		expect(dials[1]).toBe(host(1));
	});
});

/** Returns whether a peer was told an address. */
const learned = (peer: RawPeer, address: string) =>
	peer.frames.some(({ kind, payload }) => kind === 'addresses' && payload.includes(address));

describe('addresses', () => {
	test('are passed on after this service reached them, and never before', async () => {
		const service = await startOverlay();
		const reachable = await startOverlay();
		const nowhere = new SocketTransport();
		await nowhere.listen();
		const { address: closed } = nowhere;
		await nowhere.close();
		const port = Number(closed.split(':')[1]);
		const observer = await connectRaw(service, { port });
		const liar = await connectRaw(service, { port });
		liar.send('addresses', encodeAddresses([closed, reachable.address, '192.168.7.7:22', '10.9.9.9:80']));
		await until(() => learned(observer, reachable.address), { seen: () => service.lines.join('\n') });
		expect(learned(observer, closed)).toBe(false);
		const late = await connectRaw(service, { port });
		await until(() => learned(late, reachable.address));
		expect(learned(late, closed)).toBe(false);
	});

	test('belong to the service that is there, whoever claims them', async () => {
		const service = await startOverlay();
		const victim = await startOverlay();
		const identity = newIdentity();
		await connectRaw(service, { identity, port: victim.transport.port });
		await until(() => service.isConnected(victim));
		expect(service.overlay.peers().find(({ id }) => id === victim.id)?.address).toBe(victim.address);
	});
});
