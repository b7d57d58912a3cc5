import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { writeFolderTorrent } from '../../bench/scale/torrents.ts';
import { CountedEngine } from '../../programs/limited-swarm.ts';
import { until } from '../../programs/until.ts';
import { folder } from './lab.ts';

const TORRENTS = 20;

/** Two engines with the same torrents of a length in bytes. One has the data, and the other one its address. */
async function pair(
	bytes: number,
): Promise<{ from: CountedEngine; to: CountedEngine; begin(): Promise<void> }> {
	const place = folder();
	const torrents = Array.from({ length: TORRENTS }, (_, at) =>
		writeFolderTorrent(place, `torrent-${at}`, { files: 1, size: bytes, pieceLength: 65_536 }),
	);
	const [from, to] = await Promise.all([CountedEngine.start(), CountedEngine.start()]);
	onTestFinished(() => from.engine.close());
	onTestFinished(() => to.engine.close());
	await from.add(torrents, (torrent) => torrent.folder);
	await to.add(torrents, () => join(place, 'arriving'));
	const peers = [`127.0.0.1:${from.port}`];
	return {
		from,
		to,
		begin: async () => {
			for (const { infohash } of torrents)
				await to.engine.addSources(infohash, { trackers: [], webSeeds: [], peers });
			await until(() => to.total('downloaded') > 0, { awaited: 'the first block' });
		},
	};
}

/** Share by which a rate differs from its limit. */
function deviation(rate: number, limit: number): number {
	return Math.abs(rate / limit - 1);
}

test('engine keeps 20 downloads within 5 % of a low download limit', async () => {
	const { to, from, begin } = await pair(1_000_000);
	await to.engine.limitAll(65_536, 0);
	await begin();
	const [received, sent] = await Promise.all([to.rate('downloaded', 20), from.rate('uploaded', 20)]);
	expect(deviation(received, 65_536), `${received} B/s`).toBeLessThan(0.05);
	expect(deviation(sent, 65_536), `${sent} B/s`).toBeLessThan(0.05);
});

test('engine keeps 20 downloads within 5 % of a low upload limit, without one for downloads', async () => {
	const { to, from, begin } = await pair(1_000_000);
	await from.engine.limitAll(0, 65_536);
	await begin();
	const [received, sent] = await Promise.all([to.rate('downloaded', 20), from.rate('uploaded', 20)]);
	expect(deviation(received, 65_536), `${received} B/s`).toBeLessThan(0.05);
	expect(deviation(sent, 65_536), `${sent} B/s`).toBeLessThan(0.05);
});

test('engine applies a change of its limits within a second', async () => {
	const { to, begin } = await pair(9_000_000);
	await to.engine.limitAll(4_000_000, 0);
	await begin();
	const high = await to.rate('downloaded', 20);
	expect(deviation(high, 4_000_000), `${high} B/s`).toBeLessThan(0.05);
	await to.engine.limitAll(400_000, 0);
	await to.rate('downloaded', 0);
	const low = await to.rate('downloaded', 20);
	expect(deviation(low, 400_000), `${low} B/s`).toBeLessThan(0.05);
	await to.engine.limitAll(0, 0);
	await until(() => to.total('downloaded') >= TORRENTS * 9_000_000, { awaited: 'all data' });
});
