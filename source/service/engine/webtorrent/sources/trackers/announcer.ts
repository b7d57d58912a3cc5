import type { Semaphore } from '../../../../../concurrency/semaphore.ts';
import type { OwnService } from '../../../../http-client/own-service.ts';
import type { Route } from '../../../../proxies/route.ts';

/** Parameters of announces. Amounts in bytes. */
export interface Announcer {
	readonly infohash: string;
	readonly peerId: string;
	readonly port: number;
	/** The only allowed route; null to connect directly. */
	readonly route: Route | null;
	/** The service's own HTTP listener, which no tracker may cause requests to. */
	readonly ownService: OwnService;
	/** Spreads the announces of many downloads. */
	readonly announces: Semaphore;
	/** `left` is undefined while the metadata is missing. */
	stats(): { uploaded: number; downloaded: number; left: number | undefined };
	onPeer(address: string): void;
}
