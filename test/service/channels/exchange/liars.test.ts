import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { exchangeText } from '../../../../source/service/channels/exchange/exchange.ts';
import { exchangeLimits, MAX_LISTED } from '../../../../source/service/channels/exchange/limits.ts';
import { pagesOf } from '../../../../source/service/channels/exchange/pages.ts';
import { runs } from '../../../runs.ts';
import { newIdentity } from '../../overlay/overlay-fixture.ts';
import { areEqual, connectAll, SimulatedService } from './exchange-fixture.ts';
import { Liar } from './liar.ts';
import { emptyChannel, torrentEntries, torrentEntry } from './memory-registry.ts';
import { Simulation } from './simulation.ts';

/** Starts services with a channel each, and a liar that all of them know. */
function withLiar({ count = 2, seed = 1 } = {}) {
	const simulation = new Simulation(seed);
	const honest = Array.from({ length: count }, () => new SimulatedService(simulation).start());
	const liar = new Liar(simulation);
	connectAll([...honest, liar]);
	for (const [index, { registry }] of honest.entries())
		registry.change({ torrents: torrentEntries(index * 1_000, 50) });
	simulation.runUntil(() => areEqual(honest), 10_000);
	const [a, b] = honest;
	if (!a || !b) throw new Error('a service is missing');
	const knowsLiar = () => honest.some(({ registry }) => registry.content(liar.id) !== undefined);
	return { simulation, honest, liar, a, b, knowsLiar };
}

describe('a channel whose contents are not those of its head is not stored, and its author is ignored', () => {
	const torrents = torrentEntries(1, 10);
	const lies: Readonly<Record<string, readonly [head: object, pages: ReturnType<typeof pagesOf>]>> = {
		'more torrents than in the pages': [
			{ torrents: torrentEntries(1, 5_000) },
			pagesOf({ torrents, playlists: [] }),
		],
		'another size': [{ torrents }, { ...pagesOf({ torrents, playlists: [] }), size: 1 }],
		'an id twice': [
			{ torrents: torrents.slice(0, 2) },
			pagesOf({ torrents: [torrentEntry(1), torrentEntry(2, { id: torrentEntry(1).id })], playlists: [] }),
		],
		'an infohash twice': [
			{ torrents: torrents.slice(0, 2) },
			pagesOf({
				torrents: [torrentEntry(1), torrentEntry(2, { infohash: torrentEntry(1).infohash })],
				playlists: [],
			}),
		],
		'a name that is too long': [
			{ torrents: torrents.slice(0, 1) },
			pagesOf({ torrents: [torrentEntry(1, { name: 'x'.repeat(300) })], playlists: [] }),
		],
		'an infohash that is none': [
			{ torrents: torrents.slice(0, 1) },
			pagesOf({ torrents: [torrentEntry(1, { infohash: 'x' })], playlists: [] }),
		],
	};
	test.each(Object.entries(lies))('%s', (_, [head, pages]) => {
		const { simulation, honest, liar, knowsLiar } = withLiar();
		liar.publish(head, pages);
		const text = exchangeText.lied(liar.id);
		simulation.runUntil(() => honest.every(({ lines }) => lines.some((line) => line.includes(text))), 60_000);
		expect(knowsLiar()).toBe(false);
		// An honest channel of the same author is ignored now.
		liar.received.length = 0;
		liar.publish({ torrents, version: 2 });
		simulation.run(10_000);
		expect(knowsLiar()).toBe(false);
		expect(liar.received.filter(({ message }) => message.kind === 'get')).toEqual([]);
		// Later it gets another chance.
		simulation.run(exchangeLimits.distrustMs);
		liar.publish({ torrents, version: 3 });
		simulation.runUntil(knowsLiar, 10_000);
	});
});

test('an author with two contents of one version is ignored', () => {
	const { simulation, honest, liar } = withLiar();
	liar.publish({ torrents: torrentEntries(1, 5) });
	simulation.run(5_000);
	liar.publish({ torrents: torrentEntries(1, 6) });
	simulation.run(5_000);
	liar.publish({ torrents: torrentEntries(1, 7), version: 2 });
	simulation.run(5_000);
	for (const { registry } of honest) expect(registry.content(liar.id)?.torrents).toHaveLength(5);
});

test('a peer that delivers wrong pages is blocked, and the pages come from another one', () => {
	const { simulation, honest, liar, a, b } = withLiar();
	liar.deliverGarbage();
	const late = new SimulatedService(simulation).start();
	late.overlay.connect(liar.overlay);
	// The liar offers a real head and no pages.
	const head = a.registry.list().length > 0 && b.registry.head(a.id);
	if (!head) throw new Error('the head is missing');
	for (let round = 0; round < 12; round++)
		for (let page = 0; page < 3; page++) liar.sendPage(late.id, randomBytes(50));
	simulation.run(1_000);
	expect(late.overlay.blocks.get(liar.id)).toBe(1);
	late.overlay.connect(a.overlay);
	late.overlay.connect(b.overlay);
	simulation.runUntil(() => areEqual([...honest, late]), 30_000);
});

test('forged and replayed heads change nothing and block their sender', () => {
	const { simulation, honest, liar, a, b } = withLiar();
	const [old] = liar.envelopes.slice(-1);
	a.registry.change({ torrents: torrentEntries(1, 5) });
	simulation.runUntil(() => areEqual(honest), 10_000);
	const newest = b.registry.head(a.id);
	if (!old || !newest) throw new Error('a head is missing');
	// An old head by gossip, and by the answer to a request.
	liar.overlay.gossip(old, []);
	const forged = Buffer.from(newest);
	forged.writeUInt8(forged.readUInt8(forged.length - 1) ^ 1, forged.length - 1);
	for (let round = 1; round <= 12; round++) {
		const version = 1e12 + round;
		for (const { id } of honest)
			liar.send(id, { kind: 'channels', channels: [{ id: a.id, version, sentMs: 1 }] });
		simulation.run(2_000);
		const answer = round % 2 === 0 ? forged : old;
		for (const { id } of honest)
			liar.send(id, { kind: 'heads', heads: [answer.toString('base64')].map(String) });
		simulation.run(10_000);
	}
	expect(areEqual(honest)).toBe(true);
	expect(b.registry.content(a.id)?.torrents).toHaveLength(5);
	expect(b.overlay.blocks.get(liar.id)).toBeGreaterThan(0);
});

test('offers without heads are ignored after some', () => {
	const { simulation, honest, liar, a, b } = withLiar();
	const requests = () =>
		liar.received.filter(({ from, message }) => from === b.id && message.kind === 'want').length;
	for (let round = 1; round <= 60; round++) {
		liar.send(b.id, { kind: 'channels', channels: [{ id: a.id, version: 1e12 + round, sentMs: 1 }] });
		simulation.run(12_000);
	}
	expect(requests()).toBeLessThan(3 * exchangeLimits.brokenOffers);
	expect(requests()).toBeGreaterThan(0);
	expect(areEqual(honest)).toBe(true);
});

test('a source introduces a limited number of channels', () => {
	const { simulation, honest, liar, b } = withLiar();
	const before = b.registry.list().length;
	const pages = pagesOf(emptyChannel);
	liar.answerPages = (to, hashes) => {
		for (const hash of hashes) {
			const page = pages.pages.get(hash);
			if (page) liar.sendPage(to, page);
		}
	};
	for (let index = 0; index < 200; index++) {
		liar.overlay.gossip(liar.head({ torrents: [] }, pages, newIdentity()), []);
		simulation.run(100);
	}
	simulation.run(60_000);
	const { burst } = exchangeLimits.newChannels;
	for (const { registry } of honest)
		expect(registry.list().length).toBeLessThanOrEqual(before + 2 * burst + 1);
	expect(b.registry.list().length).toBeGreaterThan(before);
	// The channels of the others still arrive.
	const late = new SimulatedService(simulation).start();
	late.registry.change({ name: 'Late', torrents: torrentEntries(1, 3) });
	late.overlay.connect(b.overlay);
	simulation.runUntil(() => b.registry.content(late.id) !== undefined, 10_000);
});

test('floods of all messages leave honest channels equal, and bound the traffic that they cause', () => {
	const { simulation, honest, liar, a, b } = withLiar({ count: 3, seed: 7 });
	liar.deliverGarbage();
	const sent = b.overlay.traffic.sent;
	const random = (length: number) => randomBytes(length).toString('hex');
	for (let round = 0; round < 75; round++) {
		for (const { id } of honest) {
			liar.send(id, { kind: 'search', id: round, words: ['torrent'] });
			liar.send(id, { kind: 'get', channel: a.id, pages: [random(32), random(32)] });
			liar.send(id, { kind: 'want', channels: [a.id, b.id] });
			liar.send(id, {
				kind: 'channels',
				channels: Array.from({ length: MAX_LISTED }, () => ({ id: random(32), version: 1e15, sentMs: 1e12 })),
			});
			liar.send(id, { kind: 'missing', channel: a.id, pages: [] });
			liar.send(id, { kind: 'found', id: 1, heads: [random(30)] });
		}
		if (round % 10 === 0) a.registry.change({ torrents: torrentEntries(round, 20) });
		simulation.run(200);
	}
	simulation.runUntil(() => areEqual(honest), 60_000);
	expect(b.overlay.traffic.sent - sent).toBeLessThan(1_500_000);
	for (const { overlay } of honest)
		for (const other of honest) expect(overlay.blocks.get(other.id)).toBeUndefined();
});

test('lost, repeated and reordered messages beside a liar end with equal contents', () => {
	for (let seed = 1; seed <= runs(1); seed++) {
		const { simulation, honest, liar } = withLiar({ count: 4, seed });
		simulation.weather = { loss: 0.2, duplication: 0.2, delayMs: 2_000 };
		for (let step = 0; step < 15; step++) {
			const service = honest[Math.floor(simulation.random() * honest.length)];
			service?.registry.change({ torrents: torrentEntries(Math.floor(simulation.random() * 500), 30) });
			for (const { id } of honest) {
				const old = liar.envelopes[Math.floor(simulation.random() * liar.envelopes.length)];
				if (old) liar.overlay.gossip(old, []);
				liar.sendPage(id, randomBytes(20));
				const channels = honest.map(({ id }) => ({ id, version: 1e12 + step, sentMs: 1 }));
				liar.send(id, { kind: 'channels', channels });
			}
			if (simulation.random() < 0.3) {
				service?.kill();
				service?.start();
			}
			simulation.run(simulation.random() * 15_000);
			connectAll([...honest, liar]);
		}
		simulation.runUntil(() => areEqual(honest), 20 * 60_000, 1_000);
		expect(honest.some(({ overlay }) => (overlay.blocks.get(liar.id) ?? 0) > 0)).toBe(true);
	}
});

test('a deliverer without pages, or with one in each turn, leaves turns to the channels of others', () => {
	const simulation = new Simulation(1);
	const limits = { fetches: 1, waitingFetches: 1 };
	const [a, b, c] = [
		new SimulatedService(simulation, limits),
		new SimulatedService(simulation),
		new SimulatedService(simulation),
	];
	for (const service of [a, b, c]) service.start();
	const liars = [new Liar(simulation), new Liar(simulation)];
	connectAll([a, b, c, ...liars]);
	b.registry.change({ torrents: torrentEntries(1, 5) });
	simulation.runUntil(() => areEqual([a, b, c]), 10_000);
	for (const [index, liar] of liars.entries()) {
		const torrents = torrentEntries(1_000 * (index + 1), 900);
		const pages = pagesOf({ torrents, playlists: [] });
		liar.publish({ torrents }, pages);
		liar.answerPages = (to, [hash = '']) => {
			const page = pages.pages.get(hash);
			if (page) simulation.after(8_000, () => liar.sendPage(to, page));
		};
		if (index === 1) liar.answerPages = () => {};
		simulation.run(1_000);
	}
	// Both slots are taken. A newer version of a stored channel gets its turn, and a new channel after the silent one.
	b.registry.change({ torrents: torrentEntries(2, 5) });
	simulation.runUntil(() => areEqual([a, b]) || a.registry.content(b.id)?.version === 2, 5 * 60_000);
	c.registry.change({ torrents: torrentEntries(3, 5) });
	simulation.runUntil(() => a.registry.content(c.id) !== undefined, 20 * 60_000);
});

test('failures of the database in timers do not end the service', () => {
	const { simulation, a, b } = withLiar();
	const read = a.registry.content.bind(a.registry);
	a.registry.content = () => {
		throw new Error('unreadable');
	};
	a.registry.change({ torrents: torrentEntries(9, 9) });
	simulation.run(5_000);
	expect(a.lines.join()).toContain(exchangeText.failed('unreadable'));
	a.registry.content = read;
	a.registry.change({ torrents: torrentEntries(10, 10) });
	simulation.runUntil(() => b.registry.content(a.id)?.torrents.length === 10, 60_000);
});
