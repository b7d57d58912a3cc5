import { expect, test } from 'vitest';
import { CountedEngine, deviation, limitedPair, PAIR_TORRENTS } from '../../programs/limited-swarm.ts';
import { until } from '../../programs/until.ts';
import { portOf } from './foreign-peer.ts';
import { folder, lab } from './lab.ts';

async function counted(): Promise<[CountedEngine, CountedEngine]> {
	const [from, to] = await Promise.all([lab(), lab()]);
	return [new CountedEngine(from.engine, portOf(from)), new CountedEngine(to.engine, portOf(to))];
}

test('engine keeps 20 downloads within 5 % of a low download limit', async () => {
	const { to, from, begin } = await limitedPair(folder(), 1_000_000, await counted());
	await to.engine.limitAll(65_536, 0);
	await begin();
	const [received, sent] = await Promise.all([to.rate('downloaded', 20), from.rate('uploaded', 20)]);
	expect(deviation(received, 65_536), `${received} B/s`).toBeLessThan(0.05);
	expect(deviation(sent, 65_536), `${sent} B/s`).toBeLessThan(0.05);
});

test('engine keeps 20 downloads within 5 % of a low upload limit, without one for downloads', async () => {
	const { to, from, begin } = await limitedPair(folder(), 1_000_000, await counted());
	await from.engine.limitAll(0, 65_536);
	await begin();
	const [received, sent] = await Promise.all([to.rate('downloaded', 20), from.rate('uploaded', 20)]);
	expect(deviation(received, 65_536), `${received} B/s`).toBeLessThan(0.05);
	expect(deviation(sent, 65_536), `${sent} B/s`).toBeLessThan(0.05);
});

test('engine applies a change of its limits within a second', async () => {
	const { to, begin } = await limitedPair(folder(), 9_000_000, await counted());
	await to.engine.limitAll(4_000_000, 0);
	await begin();
	const high = await to.rate('downloaded', 20);
	expect(deviation(high, 4_000_000), `${high} B/s`).toBeLessThan(0.05);
	await to.engine.limitAll(400_000, 0);
	await to.rate('downloaded', 0);
	const low = await to.rate('downloaded', 20);
	expect(deviation(low, 400_000), `${low} B/s`).toBeLessThan(0.05);
	await to.engine.limitAll(0, 0);
	await until(() => to.total('downloaded') >= PAIR_TORRENTS * 9_000_000, { awaited: 'all data' });
});

test('engine keeps 20 downloads within their shared limits, and applies a change within a second', async () => {
	const { to, from, begin } = await limitedPair(folder(), 1_000_000, await counted());
	await to.engine.limitAll(1_000_000, 0);
	await begin();
	const measure = async (limit: number) => {
		// The first second includes unused tokens, or blocks that were requested before.
		await to.rate('downloaded', 1);
		const rate = await to.rate('downloaded', 2);
		expect(deviation(rate, limit), `${rate} B/s`).toBeLessThan(0.2);
	};
	await measure(1_000_000);
	await to.engine.limitAll(400_000, 0);
	await measure(400_000);
	await from.engine.limitAll(0, 500_000);
	await to.engine.limitAll(0, 0);
	await measure(500_000);
});
