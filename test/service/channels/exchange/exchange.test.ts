import { expect, test } from 'vitest';
import { areEqual, connectAll, contentsOf, SimulatedService } from './exchange-fixture.ts';
import { playlistEntry, torrentEntries, torrentEntry } from './memory-registry.ts';
import { Simulation } from './simulation.ts';

function services(simulation: Simulation, count: number): SimulatedService[] {
	const all = Array.from({ length: count }, () => new SimulatedService(simulation).start());
	connectAll(all);
	return all;
}

test('a channel reaches another service within 2 s of a change', () => {
	const simulation = new Simulation();
	const [a, b] = services(simulation, 2);
	if (!a || !b) throw new Error('a service is missing');
	const torrents = torrentEntries(1, 100);
	a.registry.change({ torrents, playlists: [playlistEntry(1, torrents)], description: 'About' });
	simulation.runUntil(() => areEqual([a, b]), 2_000);
	a.registry.change({ torrents: torrents.slice(1), name: 'Renamed' });
	simulation.runUntil(() => areEqual([a, b]), 2_000);
	expect(b.registry.content(a.id)?.name).toBe('Renamed');
	expect(b.registry.content(a.id)?.torrents.map(({ name }) => name)).toEqual(
		torrents.slice(1).map(({ name }) => name),
	);
});

test('a change of a large channel transfers few pages', () => {
	const simulation = new Simulation();
	const [a, b] = services(simulation, 2);
	if (!a || !b) throw new Error('a service is missing');
	const torrents = torrentEntries(1, 5_000);
	a.registry.change({ torrents });
	simulation.runUntil(() => b.registry.replaced === 1, 120_000);
	const before = a.overlay.traffic.sent;
	expect(before).toBeGreaterThan(1_000_000);
	a.registry.change({ torrents: [...torrents.slice(1), torrentEntry(6_000)] });
	simulation.runUntil(() => b.registry.replaced === 2, 5_000);
	expect(areEqual([a, b])).toBe(true);
	expect(a.overlay.traffic.sent - before).toBeLessThan(50_000);
});

test('several changes in a short time are published together', () => {
	const simulation = new Simulation();
	const [a, b] = services(simulation, 2);
	if (!a || !b) throw new Error('a service is missing');
	for (let count = 1; count <= 50; count++) a.registry.change({ torrents: torrentEntries(1, count) });
	simulation.runUntil(() => areEqual([a, b]), 2_000);
	expect(b.registry.replaced).toBe(1);
});

test('a service that connects later gets all channels, also of authors that are gone', () => {
	const simulation = new Simulation();
	const [a, b, c] = services(simulation, 3);
	if (!a || !b || !c) throw new Error('a service is missing');
	a.registry.change({ torrents: torrentEntries(1, 300) });
	b.registry.change({ torrents: torrentEntries(1_000, 300) });
	simulation.runUntil(() => areEqual([a, b, c]), 10_000);
	a.kill();
	const late = new SimulatedService(simulation).start();
	late.overlay.connect(c.overlay);
	simulation.runUntil(() => areEqual([a, b, c, late]), 20_000);
	// A restarted service continues with the stored heads.
	c.kill();
	b.kill();
	late.kill();
	late.start();
	const last = new SimulatedService(simulation).start();
	last.overlay.connect(late.overlay);
	simulation.runUntil(() => areEqual([late, last]), 20_000);
});

test('the head of a service that runs stays valid, and that of an ended one expires', () => {
	const simulation = new Simulation();
	const [a, b] = services(simulation, 2);
	if (!a || !b) throw new Error('a service is missing');
	a.registry.change({ torrents: torrentEntries(1, 3) });
	simulation.runUntil(() => areEqual([a, b]), 2_000);
	const day = 24 * 3_600_000;
	simulation.run(40 * day);
	expect(areEqual([a, b])).toBe(true);
	expect(b.registry.replaced).toBe(1);
	a.kill();
	simulation.run(20 * day);
	expect(b.registry.content(a.id)).toBeDefined();
	// It is known after a restart too.
	b.kill();
	b.start();
	expect(b.registry.content(a.id)).toBeDefined();
	simulation.run(11 * day);
	expect(b.registry.list()).toEqual([]);
});

test('equal results come from services with lost, repeated and reordered messages, and with restarts', () => {
	for (let seed = 1; seed <= 5; seed++) {
		const simulation = new Simulation(seed);
		const all = services(simulation, 4);
		simulation.weather = { loss: 0.25, duplication: 0.2, delayMs: 3_000 };
		for (let step = 0; step < 12; step++) {
			const service = all[Math.floor(simulation.random() * all.length)];
			if (!service) continue;
			const first = Math.floor(simulation.random() * 1_000);
			const torrents = torrentEntries(first, Math.floor(simulation.random() * 80));
			service.registry.change({ torrents, playlists: [playlistEntry(1, torrents.slice(0, 100))] });
			if (simulation.random() < 0.3) {
				service.kill();
				service.start();
			}
			simulation.run(simulation.random() * 10_000);
			connectAll(all);
		}
		simulation.runUntil(() => areEqual(all), 20 * 60_000, 1_000);
		expect(contentsOf(all[0] ?? { registry: new SimulatedService(simulation).registry })).not.toBe('');
		for (const { overlay } of all) expect([...overlay.blocks]).toEqual([]);
	}
});

test('a search finds channels of a peer, and reports them when they are verified', () => {
	const simulation = new Simulation();
	const authors = services(simulation, 4);
	for (const [index, { registry }] of authors.entries())
		registry.change({ name: `Films ${index}`, torrents: torrentEntries(index * 100, 20) });
	simulation.runUntil(() => areEqual(authors), 10_000);
	// The searching service may learn one channel at once, and others later.
	const searching = new SimulatedService(simulation, { newChannels: { perSecond: 1, burst: 1 } }).start();
	const [a] = authors;
	if (!a) throw new Error('a service is missing');
	searching.overlay.connect(a.overlay);
	simulation.run(10_000);
	expect(searching.registry.list()).toHaveLength(1);
	for (const query of ['torrent 305', 'FILMS 3', 'nothing of this']) {
		searching.search(query);
		simulation.run(3_000);
	}
	const [third] = authors.filter(({ registry }) => registry.content(registry.ownId)?.name === 'Films 3');
	expect(searching.registry.content(third?.id ?? '')?.torrents).toHaveLength(20);
	expect(searching.results.map(({ query }) => query)).toEqual(['torrent 305']);
	expect(searching.results[0]?.matches).toMatchObject({
		channels: [],
		torrents: [{ channel: third?.id, torrent: { name: 'Torrent 305' } }],
	});
});

test('a newer version that was seen elsewhere is requested from the peers', () => {
	const simulation = new Simulation();
	const [a, b] = services(simulation, 2);
	if (!a || !b) throw new Error('a service is missing');
	a.registry.change({ torrents: torrentEntries(1, 3) });
	simulation.runUntil(() => areEqual([a, b]), 2_000);
	// The published head is lost.
	simulation.weather = { loss: 1, duplication: 0, delayMs: 0 };
	a.registry.change({ torrents: torrentEntries(1, 4) });
	simulation.run(2_000);
	simulation.weather = { loss: 0, duplication: 0, delayMs: 0 };
	b.exchange.seek(a.id, 2);
	simulation.runUntil(() => areEqual([a, b]), 1_000);
});

test('a small channel arrives while a large one is fetched from the same slow peer', () => {
	const simulation = new Simulation(3);
	const [large, small, peer, late] = [1, 2, 3, 4].map(() => new SimulatedService(simulation).start());
	if (!large || !small || !peer || !late) throw new Error('no services');
	const has = (at: SimulatedService, { id }: SimulatedService, torrents: number) =>
		at.registry.content(id)?.torrents.length === torrents;
	large.overlay.connect(peer.overlay);
	large.registry.change({ torrents: torrentEntries(1, 4_000) });
	simulation.runUntil(() => has(peer, large, 4_000), 10 * 60_000);
	large.overlay.disconnect(peer.overlay);
	// A slow line: the window for requests to the peer is always full.
	simulation.weather = { loss: 0, duplication: 0, delayMs: 1_500 };
	late.overlay.connect(peer.overlay);
	simulation.run(10_000);
	small.overlay.connect(peer.overlay);
	small.registry.change({ torrents: torrentEntries(10_000, 3) });
	simulation.runUntil(() => has(late, small, 3), 30_000);
	expect(has(late, large, 4_000)).toBe(false);
	simulation.runUntil(() => has(late, large, 4_000), 20 * 60_000);
});

test('a channel with times of a clock that was set back is published with the present time', () => {
	const simulation = new Simulation();
	const [author, reader] = [
		new SimulatedService(simulation).start(),
		new SimulatedService(simulation).start(),
	];
	author.overlay.connect(reader.overlay);
	const day = Math.floor(simulation.now() / 1_000) + 86_400;
	author.registry.change({ created: day, updated: day, torrents: torrentEntries(1, 3) });
	simulation.runUntil(() => reader.registry.content(author.id)?.torrents.length === 3, 5_000);
	expect(reader.registry.content(author.id)?.updated).toBeLessThan(day);
	expect(reader.overlay.blocks.size).toBe(0);
});

test('a peer that timed out is requested again after the clock was set back', () => {
	const simulation = new Simulation();
	const [author, reader] = [new SimulatedService(simulation).start(), new SimulatedService(simulation)];
	reader.clockMs = 3_600_000;
	reader.start();
	author.overlay.connect(reader.overlay);
	author.registry.change({ torrents: torrentEntries(1, 500) });
	simulation.run(1_040);
	simulation.weather = { loss: 1, duplication: 0, delayMs: 0 };
	simulation.run(25_000);
	expect(reader.registry.content(author.id)).toBeUndefined();
	simulation.weather = { loss: 0, duplication: 0, delayMs: 20 };
	reader.clockMs = 0;
	simulation.runUntil(() => reader.registry.content(author.id)?.torrents.length === 500, 80_000);
});

test('a fetch continues soon after a short interruption', () => {
	const simulation = new Simulation();
	const [author, reader] = [
		new SimulatedService(simulation).start(),
		new SimulatedService(simulation).start(),
	];
	author.overlay.connect(reader.overlay);
	author.registry.change({ torrents: torrentEntries(1, 500) });
	simulation.run(1_040);
	simulation.weather = { loss: 1, duplication: 0, delayMs: 0 };
	simulation.run(1_000);
	expect(reader.registry.content(author.id)).toBeUndefined();
	simulation.weather = { loss: 0, duplication: 0, delayMs: 20 };
	simulation.runUntil(() => reader.registry.content(author.id)?.torrents.length === 500, 15_000);
});
