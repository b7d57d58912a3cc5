import { expect, test } from 'vitest';
import { lab, sample } from './lab.ts';
import { eventsOf, trackers } from './tracker-scene.ts';

test('an announce on request reaches each tracker, at most once in some seconds', async () => {
	const [first, second] = await trackers(2);
	if (!first || !second) throw new Error('no trackers');
	const torrent = await sample({ 'a.bin': 20_000 }, { trackers: [first.url] });
	const { infohash } = torrent.metainfo;
	const target = await lab();
	await target.engine.add(torrent.download(torrent.seedFolder));
	await target.until('an announce', () => target.status(infohash)?.trackers[0]?.status === 'Working');
	const announced = async () => {
		await target.engine.announce(infohash, null);
		return first.announces.length > 1;
	};
	await target.until('the gap after the first announce', announced);
	for (let at = 0; at < 20; at++) await target.engine.announce(infohash, null);
	// The new tracker is contacted after all announces on request.
	await target.engine.setTrackers(infohash, [first.url, second.url]);
	await target.until('an announce to the new tracker', () => second.announces.length > 0);
	expect(eventsOf(first)).toEqual(['start', 'update']);
	expect(first.announces[1]?.infohash).toBe(infohash);
});
