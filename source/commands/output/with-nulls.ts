import type Type from 'typebox';
import { Download } from '../../protocol/resources/download.ts';
import { Peer } from '../../protocol/resources/peer.ts';
import { Tracker } from '../../protocol/resources/tracker.ts';

/** Fields of a download that are absent because nobody asked for them, or that repeat others under an older name. */
const onRequest: ReadonlySet<string> = new Set(['files', 'peers', 'pieces', 'vod_mod']);

/** A download for --json: what the service does not say is null, in its trackers and peers too. */
export function downloadWithNulls(download: Download): object {
	const { trackers, peers } = download;
	return {
		...withNulls(Download, download, onRequest),
		trackers: trackers.map(trackerWithNulls),
		...(peers === undefined ? {} : { peers: peers.map(peerWithNulls) }),
	};
}

export function trackerWithNulls(tracker: Tracker): object {
	return withNulls(Tracker, tracker);
}

export function peerWithNulls(peer: Peer): object {
	return withNulls(Peer, peer);
}

/** A script that reads a field finds it whatever the service says. */
function withNulls(
	schema: Type.TObject,
	value: Readonly<Record<string, unknown>>,
	omitted: ReadonlySet<string> = new Set(),
): object {
	const unknown = Object.keys(schema.properties).filter(
		(name) => value[name] === undefined && !omitted.has(name),
	);
	return { ...value, ...Object.fromEntries(unknown.map((name) => [name, null])) };
}
