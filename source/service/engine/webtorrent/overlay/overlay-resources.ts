import type WebTorrent from 'webtorrent';
import type { ShareOf } from '../../../connections/network.ts';
import type { Log } from '../../../log/log.ts';
import type { LocalDiscovery } from '../sources/local-discovery.ts';

/** Parts of a running engine that the overlay uses. */
export interface OverlayResources {
	readonly client: WebTorrent;
	/** null if local discovery is disabled. */
	readonly local: LocalDiscovery | null;
	readonly shareOf: ShareOf;
	readonly log: Log;
}
