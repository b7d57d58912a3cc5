import { expect, test } from 'vitest';
import { until } from '../../programs/until.ts';
import { body, connectRaw, inMinutes, signed, startOverlay, TOPIC } from './overlay-fixture.ts';

test('a peer is disconnected if it does not read, and its backlog is bounded', async () => {
	const service = await startOverlay({ limits: { peerBacklog: 200_000, backlogMs: 2_000 } });
	const [slow, other] = [await connectRaw(service, { reads: false }), await connectRaw(service)];
	const text = body('x'.repeat(10_000));
	const before = process.memoryUsage().arrayBuffers;
	await until(() => {
		for (let index = 0; index < 100; index++) service.overlay.publish(TOPIC, text, inMinutes(1));
		return service.changes.includes(`-${slow.id}`);
	});
	expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(100_000_000);
	expect(other.isClosed()).toBe(false);
	expect(service.overlay.peers().map(({ id }) => id)).toEqual([other.id]);
});

test('a flood is not a peer that waits for an answer to each message', async () => {
	const service = await startOverlay({
		limits: { peerFrames: { perSecond: 100, burst: 1 }, floodMs: 50, floodWindowMs: 60_000 },
	});
	const peer = await connectRaw(service);
	for (let index = 0; index < 60; index++) {
		peer.send('direct', signed(peer.identity, String(index), { recipient: service.id }));
		await until(() => service.received.length === index + 1);
	}
	expect(peer.isClosed()).toBe(false);
});
