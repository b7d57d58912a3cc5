import { expect, test } from 'vitest';
import { deviation, limitedPair } from '../../programs/limited-swarm.ts';
import { folder } from './lab.ts';

// The long tests measure low limits, for longer and more exactly.
test('engine keeps 20 downloads within their shared limits, and applies a change within a second', async () => {
	const { to, from, begin } = await limitedPair(folder(), 1_000_000);
	await to.engine.limitAll(1_000_000, 0);
	await begin();
	const measure = async (limit: number) => {
		await to.rate('downloaded', 0);
		const rate = await to.rate('downloaded', 4);
		expect(deviation(rate, limit), `${rate} B/s`).toBeLessThan(0.1);
	};
	await measure(1_000_000);
	await to.engine.limitAll(400_000, 0);
	await measure(400_000);
	await to.engine.limitAll(0, 0);
	await from.engine.limitAll(0, 500_000);
	// Requested blocks were read for the former limit.
	await measure(500_000);
});
