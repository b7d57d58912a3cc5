import { torrentFromInfo } from '../../../source/metainfo/torrent-file.ts';
import type { Lab, Sample } from './lab.ts';

/** Returns a download of the sample with these web seeds, and without trackers. */
export function withWebSeeds(one: Sample, webSeeds: string[], destination: string, more = {}) {
	const torrent = torrentFromInfo(one.metainfo.info, [], webSeeds);
	return one.download(destination, { source: { torrent }, ...more });
}

/** Waits until the sample is complete. */
export function finished(engine: Lab, { metainfo }: Sample) {
	return engine.until('finished', () => engine.of('finished', metainfo.infohash)[0]);
}

/** Returns the web seeds of the sample in the list of its trackers. */
export function webSeedsOf(engine: Lab, { metainfo }: Sample) {
	return (engine.status(metainfo.infohash)?.trackers ?? []).filter(({ url }) =>
		url.startsWith('[Web seed] '),
	);
}
