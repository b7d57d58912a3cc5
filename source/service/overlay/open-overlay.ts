import type { OverlayEngine } from '../engine/overlay-port.ts';
import type { Log } from '../log/log.ts';
import { EngineTransport } from './engine-transport.ts';
import type { Identity } from './keys.ts';
import type { Overlay } from './overlay.ts';
import { OverlayNetwork } from './overlay-network.ts';

interface OpenOverlayOptions {
	readonly identity: Identity;
	readonly engine: OverlayEngine;
	/** host:port of services that are always connected. */
	readonly peers: readonly string[];
	/** Whether to look for services through the DHT and local discovery, where those are enabled. */
	readonly discovery: boolean;
	readonly stateFolder: string;
	/** Hosts whose connections have no share of a network. */
	readonly hostsWithoutShare: readonly string[];
	readonly log: Log;
}

/** Returns the overlay over the engine's connections. Its users join before it starts. */
export function openOverlay({ engine, discovery, ...options }: OpenOverlayOptions): Overlay {
	const transport = new EngineTransport({ engine, discovery, log: options.log });
	return new OverlayNetwork({ ...options, transport });
}
