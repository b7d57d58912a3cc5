import type { ClientName, ImportClient } from '../imported-download.ts';
import { deluge } from './deluge.ts';
import { qbittorrent } from './qbittorrent.ts';
import { rtorrent } from './rtorrent.ts';
import { transmission } from './transmission.ts';
import { tribler } from './tribler.ts';

/** The readers of all clients. */
export const importClients: Readonly<Record<ClientName, ImportClient>> = {
	transmission,
	qbittorrent,
	rtorrent,
	deluge,
	tribler,
};
