import { type MethodsOf, method } from '../rpc/methods.ts';
import type { Engine } from './port.ts';

/**
 * The interface between the service and an engine for connections to other services. The engine carries bytes and
 * does not read them. It has no connection after a restart, so the service opens the overlay again.
 */

export interface OverlayOptions {
	/** Whether to find other services by the DHT and local discovery, where these are enabled. */
	readonly discovery: boolean;
}

/** Numbers of connections are unique in one run of an engine. */
export type OverlayReport =
	/**
	 * A connection to another service is open. `address` is the host:port at which that service accepts
	 * connections: the dialed one, or its own claim.
	 */
	| {
			readonly type: 'opened';
			readonly connection: number;
			readonly isOutgoing: boolean;
			readonly address: string | undefined;
			/** IP address of the other end. */
			readonly host: string;
	  }
	/** Received bytes. The engine stops reading at `OVERLAY_WINDOW_BYTES` that were not released. */
	| { readonly type: 'data'; readonly connection: number; readonly bytes: Uint8Array }
	/** The connection ended. Its number is not used again. */
	| { readonly type: 'closed'; readonly connection: number }
	/** A dial failed. `reason` has no period. */
	| { readonly type: 'unreachable'; readonly address: string; readonly reason: string };

/** Bytes in each direction of a connection that the receiver of a call or a report has not consumed. */
export const OVERLAY_WINDOW_BYTES = 128 * 1024;

/** The methods of the overlay. While it is closed, `dialOverlay` rejects, and all others but `openOverlay` do nothing. */
export const overlayMethods = {
	/** Accepts connections of other services from now on. Opening it twice does nothing. */
	openOverlay: method<(options: OverlayOptions) => void>(),
	/** Tries one connection to host:port. The result is a report. */
	dialOverlay: method<(address: string) => void>(),
	/** Sends bytes. Resolves when the connection takes more, or has ended. */
	sendOverlay: method<(connection: number, bytes: Uint8Array) => void>(),
	/** Releases received bytes, which the service has consumed. */
	releaseOverlay: method<(connection: number, bytes: number) => void>(),
	/** Ends a connection after the bytes sent before. */
	endOverlay: method<(connection: number) => void>(),
	/** Ends all connections, and accepts none from now on. */
	closeOverlay: method<() => void>(),
};

/** An engine that carries the overlay. Its messages 'listening' and 'died' begin and end a run. */
export interface OverlayEngine extends MethodsOf<typeof overlayMethods>, Pick<Engine, 'listen'> {
	/** Reports arrive in order. Returns the function that ends the subscription. */
	listenOverlay(listener: (report: OverlayReport) => void): () => void;
}
