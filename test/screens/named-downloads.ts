import { decode } from '../../source/protocol/decode.ts';
import { Download } from '../../source/protocol/resources/download.ts';
import { initialState, type State } from '../../source/state/core/state.ts';
import { update } from '../../source/tui/shell/update.ts';

/** Returns downloads of these names with equal values in all other columns. */
export function namedDownloads(names: readonly string[], fields: Record<string, unknown> = {}): Download[] {
	return names.map((name, index) => {
		const { value } = decode(Download, {
			infohash: index.toString(16).padStart(40, '0'),
			name,
			// Other untrusted texts, for the details and the footer.
			error: name || 'nameless',
			destination: name,
			trackers: [{ url: name, status: name, peers: 1 }],
			status: 'DOWNLOADING',
			progress: 0.5,
			size: 3e9,
			speed_down: 1e6,
			speed_up: 3e5,
			eta: 300,
			num_seeds: 3,
			num_peers: 5,
			ratio: 1.2,
			hops: 0,
			...fields,
		});
		return value;
	});
}

/** Returns the state of a cockpit whose service lists these downloads. */
export function listing(downloads: readonly Download[]): State {
	const checkpoints = { all_loaded: true, loaded: downloads.length, total: downloads.length };
	const begin = initialState('http://127.0.0.1:8085', '--url', 0);
	return update(begin, {
		type: 'answer',
		query: 'downloads',
		endpoint: 'listDownloads',
		answer: { downloads: [...downloads], checkpoints },
		at: 0,
	});
}
