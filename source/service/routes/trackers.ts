import type { Downloads } from '../downloads/downloads.ts';
import { withoutTrackers, withReplacedTracker, withTrackers } from '../downloads/tracker-changes.ts';
import { invalidParameter } from '../http/http-error.ts';
import type { Handlers } from '../http/route.ts';

/** Handlers of announces and changes of trackers, extensions of the interface. */
export function trackerRoutes({ registry, changes }: Downloads) {
	/** Reads the trackers without a gap before the change: nothing else may change them meanwhile. */
	const change = async (infohash: string, changed: (trackers: readonly string[]) => readonly string[]) => {
		await registry.readTrackers(registry.require(infohash));
		const record = registry.require(infohash);
		const before = record.trackers ?? [];
		const after = changed(before);
		if (after.length !== before.length || after.some((url, at) => url !== before[at]))
			changes.apply(record, { trackers: after, ownTrackers: true });
		return record;
	};
	return {
		async announceDownload({ params }) {
			const record = registry.require(params.infohash);
			await changes.announce(record);
			return { announced: true, infohash: record.infohash };
		},

		async announceToTracker({ params, body }) {
			await changes.announce(registry.require(params.infohash), body.url);
			return { forced: true };
		},

		async addTrackers({ params, body }) {
			const { infohash } = await change(params.infohash, (trackers) => withTrackers(trackers, urlsOf(body)));
			const isPrivate = await registry.isPrivate(infohash);
			return { added: true, ...(isPrivate === undefined ? {} : { private: isPrivate }) };
		},

		async removeTrackers({ params, body }) {
			await change(params.infohash, (trackers) => withoutTrackers(trackers, urlsOf(body)));
			return { removed: true };
		},

		async replaceTracker({ params, body }) {
			const { infohash } = await change(params.infohash, (trackers) =>
				withReplacedTracker(trackers, body.url, body.new_url),
			);
			return { modified: true, infohash };
		},
	} satisfies Partial<Handlers>;
}

function urlsOf({ url, urls = [] }: { url?: string | undefined; urls?: readonly string[] | undefined }) {
	const all = [...(url === undefined ? [] : [url]), ...urls];
	if (all.length === 0) throw invalidParameter('url or urls is missing.');
	return all;
}
