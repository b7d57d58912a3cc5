import { expect, test } from 'vitest';
import { differing, folder, lab, sample, tracker } from './lab.ts';

test('two peers that download from one slow seed get different pieces, and exchange them', async () => {
	const size = 2_000_000;
	const torrent = await sample({ a: size }, { trackers: [await tracker()], pieceLength: 16_384 });
	const { infohash } = torrent.metainfo;
	const folders = [folder(), folder()];
	const downloaders = await Promise.all(
		folders.map(async (destination) => {
			const one = await lab();
			await one.engine.add(torrent.download(destination));
			await one.until('announced', () =>
				one.status(infohash)?.trackers.every(({ status }) => status === 'Working'),
			);
			return one;
		}),
	);
	const seed = await lab();
	// In its first second, a peer requests as much as the seed sends in about three. The torrent must be far larger.
	await seed.engine.add(torrent.download(torrent.seedFolder, { maxUploadSpeed: 250_000 }));
	await Promise.all(
		downloaders.map((one) => one.until('finished', () => one.of('finished', infohash)[0] !== undefined)),
	);
	for (const destination of folders) expect(differing(torrent, destination)).toEqual([]);
	await Promise.all(
		downloaders.map((one) => one.until('told', () => one.status(infohash)?.phase === 'seeding')),
	);
	const given = downloaders.reduce((sum, one) => sum + (one.status(infohash)?.uploaded ?? 0), 0);
	// In ascending order, all would request the same pieces of the seed and have little to exchange.
	expect(given).toBeGreaterThan(size * 0.4);
});
