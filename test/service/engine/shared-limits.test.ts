import { expect, test } from 'vitest';
import { CountedEngine, deviation, limitedPair } from '../../programs/limited-swarm.ts';
import { portOf } from './foreign-peer.ts';
import { folder, lab } from './lab.ts';

async function counted(): Promise<[CountedEngine, CountedEngine]> {
	const [from, to] = await Promise.all([lab(), lab()]);
	return [new CountedEngine(from.engine, portOf(from)), new CountedEngine(to.engine, portOf(to))];
}

// The long tests measure low limits, for longer and more exactly.
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
