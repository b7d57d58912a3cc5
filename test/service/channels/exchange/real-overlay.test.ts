import { expect, test } from 'vitest';
import { systemClock } from '../../../../source/service/channels/exchange/clock.ts';
import { ChannelExchange } from '../../../../source/service/channels/exchange/exchange.ts';
import { overlayLimits } from '../../../../source/service/overlay/limits.ts';
import { atEnd } from '../../../fixtures/cleanup.ts';
import { until } from '../../../programs/until.ts';
import { startOverlay, type TestOverlay, untilConnected } from '../../overlay/overlay-fixture.ts';
import { areEqual } from './exchange-fixture.ts';
import { MemoryRegistry, playlistEntry, torrentEntries } from './memory-registry.ts';

const TORRENTS = 2_000;

function exchangeOver({ overlay, id, lines }: TestOverlay): MemoryRegistry {
	const registry = new MemoryRegistry(id);
	const log = (level: string, text: string) => lines.push(`${level} ${text}`);
	const exchange = new ChannelExchange({ registry, overlay, clock: systemClock, log });
	exchange.start();
	atEnd(() => exchange.close());
	return registry;
}

test('a large channel passes the limits of the overlay, and a later service gets it from two sources', async () => {
	const limits = { peerFrames: overlayLimits.peerFrames, peerBytes: overlayLimits.peerBytes };
	const a = await startOverlay({ limits });
	const b = await startOverlay({ limits, peers: [a.address] });
	const [first, second] = [exchangeOver(a), exchangeOver(b)];
	await untilConnected(a, b);
	const seen = { seen: () => [...a.lines, '', ...b.lines].join('\n') };
	const torrents = torrentEntries(1, TORRENTS);
	first.change({ torrents, playlists: [playlistEntry(1, torrents.slice(0, 1_000))] });
	await until(() => second.replaced === 1, seen);
	expect(areEqual([{ registry: first }, { registry: second }])).toBe(true);
	const c = await startOverlay({ limits, peers: [a.address, b.address] });
	const third = exchangeOver(c);
	await until(() => third.replaced === 1, seen);
	expect(areEqual([{ registry: first }, { registry: third }])).toBe(true);
	expect([a, b, c].flatMap(({ changes }) => changes).filter((change) => change.startsWith('-'))).toEqual([]);
});
