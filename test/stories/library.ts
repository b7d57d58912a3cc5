export const GiB = 1024 ** 3;
export const day = 86_400;
export const now = Math.floor(Date.now() / 1000);

export const tracked = (host: string) => ({
	trackers: [{ url: `https://${host}/announce`, status: 'Working' }],
});

/** Downloads of the service, in its order. */
export const library = {
	'debian-13.iso': { size: 0.8 * GiB, ratio: 3, ...tracked('debian.example'), time_added: now - 2 * day },
	日本語の名前: { size: 4 * GiB, ratio: 0.5, num_connected_peers: 7, time_added: now - 40 * day },
	'broken-disk': { size: 3 * GiB, status: 'STOPPED_ON_ERROR', error: 'Cannot write: disk full' },
	'ubuntu-24.iso': { size: 5 * GiB, ratio: 2.5, ...tracked('ubuntu.example'), time_added: now - 3 * day },
	'Café müsli': { size: 0.1 * GiB, status: 'STOPPED', destination: '/srv/my music' },
	'fedora-42.iso': { size: 2 * GiB, ratio: 0, ...tracked('fedora.example'), time_added: now - 90 * day },
};
