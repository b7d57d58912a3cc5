import { bytes } from '../format/bytes.ts';
import { duration } from '../format/duration.ts';
import { sanitise } from '../format/sanitise.ts';
import { percent, ratio } from '../format/share.ts';
import type { Download } from '../protocol/resources/download.ts';
import type { Facts } from './facts.ts';
import { moment } from './moments.ts';

/** Everything the list of downloads says of one, with units. The values may be hostile. */
export function downloadFacts(download: Download): Facts {
	const { eta, progress, status, error, size } = download;
	const swarm = (known: number, connected: number | undefined) =>
		connected === undefined ? String(known) : `${known}, connected ${connected}`;
	const limit = (rate: number) => (rate > 0 ? `${bytes(rate)}/s` : 'none');
	return [
		['name', download.name],
		['status', status],
		...(error === '' ? [] : [['error', error] as const]),
		['progress', `${percent(progress)} of ${bytes(size)}`],
		['received', bytes(download.total_down)],
		['sent', `${bytes(download.total_up)}, ratio ${ratio(download.ratio)}`],
		['down', `${bytes(download.speed_down)}/s, limit ${limit(download.max_download_speed)}`],
		['up', `${bytes(download.speed_up)}/s, limit ${limit(download.max_upload_speed)}`],
		['time left', status === 'DOWNLOADING' && progress < 1 ? duration(eta) : '–'],
		['seeds', swarm(download.num_seeds, download.num_connected_seeds)],
		['peers', swarm(download.num_peers, download.num_connected_peers)],
		['availability', download.availability.toFixed(2)],
		['pieces', String(download.total_pieces)],
		['hops', `${download.hops}${download.safe_seeding ? ', safe seeding' : ''}`],
		['destination', download.destination],
		['added', moment(download.time_added)],
		['infohash', download.infohash],
		...download.trackers.map(
			({ url, status: state, peers }) =>
				[
					'tracker',
					`${sanitise(url, 300)}: ${sanitise(state, 100)}${peers < 0 ? '' : `, ${peers} peers`}`,
				] as const,
		),
	];
}
