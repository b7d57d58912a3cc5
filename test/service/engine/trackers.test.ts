import { expect, test } from 'vitest';
import { folder, lab, sample } from './lab.ts';
import { eventsOf, trackers } from './tracker-scene.ts';

test('replaced trackers are told that the download has left, and the others keep their state', async () => {
	const [kept, dropped, added] = await trackers(3);
	if (!kept || !dropped || !added) throw new Error('no trackers');
	const torrent = await sample({ 'a.bin': 20_000 }, { trackers: [kept.url, dropped.url] });
	const { infohash } = torrent.metainfo;
	const target = await lab();
	await target.engine.add(torrent.download(torrent.seedFolder));
	const working = (...urls: readonly string[]) =>
		target.until('the trackers', () => {
			const list = target.status(infohash)?.trackers ?? [];
			return (
				list.every(({ status }) => status === 'Working') && list.map(({ url }) => url).join() === urls.join()
			);
		});
	await working(kept.url, dropped.url);
	await target.engine.setTrackers(infohash, [added.url, kept.url]);
	await working(added.url, kept.url);
	await target.until('the end at the dropped one', () => dropped.announces.length > 1);
	expect([kept, dropped, added].map(eventsOf)).toEqual([['start'], ['start', 'stop'], ['start']]);
});

test('trackers of a download replace those of its torrent, also before it starts', async () => {
	const [own, other, third] = await trackers(3);
	if (!own || !other || !third) throw new Error('no trackers');
	const torrent = await sample({ 'a.bin': 20_000 }, { trackers: [own.url] });
	const { infohash } = torrent.metainfo;
	const target = await lab();
	await target.engine.add(torrent.download(torrent.seedFolder, { trackers: [other.url] }));
	await target.engine.setTrackers(infohash, [third.url]);
	await target.until('an announce', () => target.status(infohash)?.trackers[0]?.status === 'Working');
	await target.engine.stop(infohash);
	await target.engine.add(torrent.download(folder(), { trackers: [] }));
	await target.untilPhase(infohash, 'downloading');
	expect(target.status(infohash)?.trackers).toEqual([]);
	expect(own.announces).toEqual([]);
	expect(eventsOf(third)[0]).toBe('start');
});
