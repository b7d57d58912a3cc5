import { expect, test } from 'vitest';
import { exchangeLimits } from '../../../../source/service/channels/exchange/limits.ts';
import { pagesOf } from '../../../../source/service/channels/exchange/pages.ts';
import { SimulatedService } from './exchange-fixture.ts';
import { torrentEntries } from './memory-registry.ts';
import { Simulation } from './simulation.ts';

test('many authors with new versions cause limited work', () => {
	const simulation = new Simulation(1);
	const torrents = torrentEntries(1, 200);
	const { size } = pagesOf({ torrents, playlists: [] });
	const a = new SimulatedService(simulation, {
		processedBytes: { perSecond: size / 10, burst: size * 5 },
	}).start();
	const authors = Array.from({ length: 5 }, () => new SimulatedService(simulation).start());
	for (const { overlay } of authors) a.overlay.connect(overlay);
	for (let round = 1; round <= 30; round++) {
		for (const { registry } of authors)
			registry.change({ torrents: [...torrents, ...torrentEntries(1_000 * round, 1)] });
		simulation.run(2_000);
	}
	// A burst, one in 10 s, and those that were being fetched.
	expect(a.registry.replaced).toBeLessThanOrEqual(5 + 6 + exchangeLimits.fetches + 1);
	simulation.runUntil(
		() =>
			authors.every(({ id, registry }) => a.registry.content(id)?.version === registry.content(id)?.version),
		10 * 60_000,
	);
});
