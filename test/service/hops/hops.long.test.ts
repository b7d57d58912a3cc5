import { test } from 'vitest';
import { expectThroughProxies } from './watched-engine.ts';

test.each([
	['a magnet link with 1 hop', 'a magnet link', 1],
	['a .torrent with 2 hops', 'a .torrent', 2],
] as const)('%s arrives through the proxies only', (_, kind, hops) => expectThroughProxies(kind, hops));
