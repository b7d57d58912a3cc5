import { expect, test } from 'vitest';
import { until } from '../../programs/until.ts';
import { body, inMinutes, startOverlay, type TestOverlay, TOPIC, untilConnected } from './overlay-fixture.ts';
import { SocketTransport } from './socket-transport.ts';

const allSeen = (services: readonly TestOverlay[]) => ({
	seen: () => services.map(({ id, lines }) => `${id}\n${lines.join('\n')}`).join('\n\n'),
});

/** Starts services of which each knows the one before only, and others learn no addresses. */
async function chain(length: number): Promise<readonly TestOverlay[]> {
	const services: TestOverlay[] = [];
	for (let index = 0; index < length; index++) {
		const before = services.at(-1);
		const peers = before ? [before.address] : [];
		const service = await startOverlay({ peers, announces: false });
		if (before) await untilConnected(before, service);
		services.push(service);
	}
	return services;
}

test('five services in a chain receive each message once', async () => {
	const services = await chain(5);
	const texts = services.map((service, index) => {
		service.overlay.publish(TOPIC, body(`of ${index}`), inMinutes(1));
		return `of ${index}`;
	});
	await until(() => services.every(({ published }) => published.length === 4), allSeen(services));
	for (const [index, { published }] of services.entries())
		expect(published.toSorted()).toEqual(texts.filter((_, other) => other !== index));
	const [first, , , , last] = services;
	if (!first || !last) throw new Error('a service is missing');
	first.overlay.send(last.id, TOPIC, body('from end to end'));
	await until(() => last.received.length === 1, allSeen(services));
	expect(services.slice(1, 4).flatMap(({ received }) => received)).toEqual([]);
});

test('five services that know one of them connect to each other, and a flood of messages arrives once', async () => {
	const hub = await startOverlay();
	const others = await Promise.all([1, 2, 3, 4].map(() => startOverlay({ peers: [hub.address] })));
	const services = [hub, ...others];
	await until(
		() => services.every((one) => services.every((other) => one === other || one.isConnected(other))),
		allSeen(services),
	);
	for (let index = 0; index < 40; index++)
		for (const service of services)
			service.overlay.publish(TOPIC, body(`${service.id} ${index}`), inMinutes(1));
	await until(() => services.every(({ published }) => published.length >= 160), allSeen(services));
	for (const { published } of services) expect(new Set(published).size).toBe(published.length);
	// The others stay connected without the one that they knew first.
	await hub.close();
	const [first, ...rest] = others;
	await until(() => others.every((service) => !service.isConnected(hub)));
	first?.overlay.publish(TOPIC, body('without the hub'), inMinutes(1));
	await until(() => rest.every(({ published }) => published.includes('without the hub')), allSeen(services));
});

test('services find each other by their saved addresses, without the one that they knew first', async () => {
	const hub = await startOverlay();
	const before = [await startOverlay({ peers: [hub.address] }), await startOverlay({ peers: [hub.address] })];
	const [a, b] = before;
	if (!a || !b) throw new Error('a service is missing');
	await untilConnected(a, b);
	await Promise.all([hub, a, b].map(({ close }) => close()));
	const [first, second] = await Promise.all(
		before.map(({ identity, stateFolder, transport: { port } }) =>
			startOverlay({ identity, stateFolder, transport: new SocketTransport({ port }) }),
		),
	);
	if (first && second) await untilConnected(first, second);
	expect(first?.overlay.peers().map(({ id }) => id)).toEqual([b.id]);
});
