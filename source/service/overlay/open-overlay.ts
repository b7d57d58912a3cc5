import { EngineTransport, type EngineTransportOptions } from './engine-transport.ts';
import type { Overlay } from './overlay.ts';
import { OverlayNetwork, type OverlayNetworkOptions } from './overlay-network.ts';

export type OpenOverlayOptions = EngineTransportOptions & Omit<OverlayNetworkOptions, 'transport' | 'limits'>;

/** Returns the overlay over the engine's connections. Its users join before it starts. */
export function openOverlay({ engine, discovery, ...options }: OpenOverlayOptions): Overlay {
	const transport = new EngineTransport({ engine, discovery, log: options.log });
	return new OverlayNetwork({ ...options, transport });
}
