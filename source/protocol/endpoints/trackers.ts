import Type from 'typebox';
import { isFields } from '../../basics/fields.ts';
import { endpointsOf } from '../endpoint.ts';

/** Maximum numbers in one request. A download has at most 200 trackers. */
const MAX_URLS = 200;

const announceUrl = (description: string) => Type.String({ minLength: 1, maxLength: 2048, description });

const namedTrackers = Type.Object({
	url: Type.Optional(announceUrl('announce URL; services of 8.x accept this field only')),
	urls: Type.Optional(Type.Array(announceUrl('announce URL'), { maxItems: MAX_URLS })),
});

const statuses = {
	400: 'a URL is missing or invalid, or there are too many',
	404: 'there is no such download or tracker',
} as const;

const endpoint = endpointsOf({ resource: 'downloads', generations: 'AB' });
const extension = endpointsOf({ resource: 'downloads', generations: 'AB', extension: true });

/** Announces and changes of trackers, extensions of the interface. Services of 8.x have those with `in8`. */
export const trackers = {
	announceDownload: extension('POST', '/downloads/{infohash}/announce', {
		needs: { extension: 'announce' },
		summary: 'Announce a download to its trackers, the DHT and the local network at once.',
		response: Type.Object({ announced: Type.Boolean({ default: true }), infohash: Type.String() }),
		statuses: {
			404: 'there is no such download',
			409: 'the download is stopped or has not joined its swarm',
		},
	}),
	announceToTracker: endpoint('PUT', '/downloads/{infohash}/tracker_force_announce', {
		needs: { extension: 'announce', in8: true },
		summary: 'Announce a download to one of its trackers at once.',
		body: Type.Object({ url: announceUrl('announce URL') }),
		response: Type.Object({ forced: Type.Boolean({ default: true }) }),
		statuses: { ...statuses, 409: 'the download is stopped or has not joined its swarm' },
	}),
	addTrackers: endpoint('PUT', '/downloads/{infohash}/trackers', {
		needs: { extension: 'trackers', in8: true },
		summary: 'Add trackers to a download. Those that it has already stay.',
		body: namedTrackers,
		repairBody: repairUrls,
		response: Type.Object({
			added: Type.Boolean({ default: true }),
			/** Whether the torrent is private (BEP 27): its own trackers may forbid others. */
			private: Type.Optional(Type.Boolean()),
		}),
		statuses,
	}),
	removeTrackers: endpoint('DELETE', '/downloads/{infohash}/trackers', {
		needs: { extension: 'trackers', in8: true },
		summary: 'Remove trackers of a download, also those of its torrent.',
		body: namedTrackers,
		repairBody: repairUrls,
		response: Type.Object({ removed: Type.Boolean({ default: true }) }),
		statuses,
	}),
	replaceTracker: extension('PATCH', '/downloads/{infohash}/trackers', {
		needs: { extension: 'trackers' },
		summary: 'Replace a tracker of a download.',
		body: Type.Object({
			url: announceUrl('announce URL of the tracker'),
			new_url: announceUrl('announce URL in its place'),
		}),
		response: Type.Object({ modified: Type.Boolean({ default: true }), infohash: Type.String() }),
		statuses,
	}),
} as const;

/** A form sends a list under a name with brackets: `urls[]`. */
function repairUrls(body: unknown): unknown {
	if (!isFields(body)) return body;
	const { 'urls[]': bracketed, ...rest } = body;
	return bracketed === undefined ? rest : { urls: bracketed, ...rest };
}
