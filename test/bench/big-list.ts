/** Returns a download as services of 7.14 list it. `n` makes it distinct, `moment` sets its changing values. */
export function benchDownload(n: number, moment = 0): Record<string, unknown> {
	return {
		name: `Some.Distribution.${n}-amd64-DVD ${'with a long name '.repeat(4)}日本語`,
		progress: 0.5,
		infohash: n.toString(16).padStart(40, '7'),
		speed_down: moment * 17 + n,
		speed_up: 0,
		status: 'SEEDING',
		status_code: 4,
		size: 5_904_455 * (n + 1),
		eta: 0,
		num_peers: 0,
		num_seeds: 2,
		num_connected_peers: 0,
		num_connected_seeds: 0,
		total_up: 13_339 + moment,
		total_down: 5_926_220,
		ratio: 0.25,
		trackers: [
			{ url: 'udp://tracker.example.org:6970/announce', peers: 0, status: 'Not working' },
			{ url: 'http://tracker.example.org:6969/announce', peers: 2, status: 'Working' },
			{ url: '[DHT]', peers: 0, status: 'Disabled' },
			{ url: '[PeX]', peers: 0, status: 'Working' },
		],
		hops: 0,
		anon_download: false,
		safe_seeding: false,
		max_upload_speed: 0,
		max_download_speed: 0,
		destination: '/srv/downloads/of/somebody',
		availability: 0,
		total_pieces: 361,
		vod_mode: null,
		error: '',
		time_added: 1_795_206_986,
		channel_download: false,
	};
}

/** Returns the answer that lists `count` downloads. Those in `changes` are at another moment. */
export function benchAnswer(count: number, changes: (n: number) => number = () => 0): Buffer {
	const downloads = Array.from({ length: count }, (_, n) => JSON.stringify(benchDownload(n, changes(n))));
	const checkpoints = { all_loaded: true, loaded: count, total: count };
	return Buffer.from(
		`{"downloads": [${downloads.join(', ')}], "checkpoints": ${JSON.stringify(checkpoints)}}`,
	);
}
