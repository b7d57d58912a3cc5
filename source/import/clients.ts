import { deluge } from './clients/deluge.ts';
import { qbittorrent } from './clients/qbittorrent.ts';
import { rtorrent } from './clients/rtorrent.ts';
import { transmission } from './clients/transmission.ts';
import { tribler } from './clients/tribler.ts';
import type { ClientName, ImportClient } from './imported-download.ts';

/** The readers of all clients. */
export const importClients: Readonly<Record<ClientName, ImportClient>> = {
	transmission,
	qbittorrent,
	rtorrent,
	deluge,
	tribler,
};
