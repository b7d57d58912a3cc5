import type { EngineStatus } from '../../source/service/engine/port.ts';

/** Returns the status of a download without traffic and peers. */
export function idleStatus(infohash: string): EngineStatus {
	return {
		infohash,
		phase: 'downloading',
		progress: 0,
		speedDown: 0,
		speedUp: 0,
		downloaded: 0,
		uploaded: 0,
		remaining: 0,
		connectedSeeds: 0,
		connectedPeers: 0,
		seeds: 0,
		peers: 0,
		availability: 0,
		trackers: [],
		discovery: { dht: null, peerExchange: null, local: null },
	};
}
