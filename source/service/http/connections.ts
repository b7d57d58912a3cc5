import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ShareOf } from '../connections/network.ts';
import { makeRoom, type Slot, type Usefulness } from '../connections/slots.ts';
import { HttpError } from './http-error.ts';

/** Maximum connections with and without the key. Together they use at most half of the descriptors. */
const MAX_WITH_KEY = 512;
const MAX_WITHOUT_KEY = 256;

/** Ranks of connections that may end for a new one, the least useful first. */
const ranks = { noRequest: 0, idle: 1, unread: 2, running: 3 };

export interface ConnectionLimits {
	readonly withKey: number;
	readonly withoutKey: number;
	/** Maximum connections of one network without the key. */
	readonly share: number;
	/** Time without activity after which a connection is checked. It ends if it has no request. */
	readonly inactiveMs: number;
	/** Time between two requests without the key. */
	readonly idleWithoutKeyMs: number;
	/** Time in which a client must read a part of a response. */
	readonly unreadMs: number;
}

const times = {
	inactiveMs: 30_000,
	idleWithoutKeyMs: 10_000,
	// A paused player reads nothing for some minutes.
	unreadMs: 10 * 60_000,
};

/** Returns the limits for a maximum number of open descriptors of this process. */
export function connectionLimits(descriptors: number): ConnectionLimits {
	const quarter = Math.floor(descriptors / 4);
	const withoutKey = Math.min(MAX_WITHOUT_KEY, quarter);
	const withKey = Math.min(MAX_WITH_KEY, quarter);
	return { withKey, withoutKey, share: Math.ceil(withoutKey / 4), ...times };
}

/**
 * Bounds the connections of the HTTP server. A connection counts as one without the key until a request has it.
 * Connections with the key never end for others without it.
 */
export class HttpConnections {
	readonly #connections = new Map<Socket, HttpConnection>();
	readonly #shareOf: ShareOf;
	readonly #limits: ConnectionLimits;

	constructor(shareOf: ShareOf, limits: ConnectionLimits) {
		this.#shareOf = shareOf;
		this.#limits = limits;
	}

	/** Follows the connections of a server. */
	attach(server: Server): void {
		server.on('connection', (socket) => this.#accept(socket));
		server.setTimeout(this.#limits.inactiveMs, (socket) => this.#connections.get(socket)?.onInactive());
	}

	/** Counts a request until the end of its response. */
	begin(socket: Socket, response: ServerResponse): void {
		this.#connections.get(socket)?.begin(response);
	}

	/** Notes that a request has the key. Throws if no connection with the key may end for it. */
	authenticated(socket: Socket): void {
		const connection = this.#connections.get(socket);
		if (!connection || connection.hasKey) return;
		const size = this.#limits.withKey;
		if (!makeRoom(this.#those(true), undefined, { size, share: size })) throw tooManyConnections;
		connection.hasKey = true;
	}

	/** Returns the connections with the key, or those without it. */
	#those(hasKey: boolean): HttpConnection[] {
		return [...this.#connections.values()].filter((connection) => connection.hasKey === hasKey);
	}

	#accept(socket: Socket): void {
		const { withoutKey: size, share } = this.#limits;
		const network = this.#shareOf(socket.remoteAddress);
		// Each of these may end.
		makeRoom(this.#those(false), network, { size, share });
		this.#connections.set(
			socket,
			new HttpConnection(socket, network, this.#limits, () => this.#connections.delete(socket)),
		);
		socket.once('close', () => this.#connections.delete(socket));
	}
}

const tooManyConnections = new HttpError(
	503,
	'TooManyConnectionsError',
	'Too many connections are open, and all of them are in use. Close some, then retry.',
	undefined,
	{ 'retry-after': '10', connection: 'close' },
);

class HttpConnection implements Slot {
	readonly network: string | undefined;
	hasKey = false;
	readonly #socket: Socket;
	readonly #limits: ConnectionLimits;
	readonly #onEnd: () => void;
	#requests = 0;
	#hadRequest = false;
	/** Time of its begin, then of its last request or response, `performance.now()`. */
	#lastUse = performance.now();
	/** The last time in which its client read nothing of a response, and the bytes sent until then. */
	#unread: { readonly sinceMs: number; readonly untilMs: number; readonly sent: number } | undefined;

	constructor(socket: Socket, network: string | undefined, limits: ConnectionLimits, onEnd: () => void) {
		this.#socket = socket;
		this.network = network;
		this.#limits = limits;
		this.#onEnd = onEnd;
	}

	begin(response: ServerResponse): void {
		this.#requests++;
		this.#hadRequest = true;
		this.#lastUse = performance.now();
		response.once('close', () => {
			this.#requests--;
			this.#lastUse = performance.now();
			if (!this.hasKey && this.#requests === 0) this.#socket.setTimeout(this.#limits.idleWithoutKeyMs);
		});
	}

	/** Ends the connection if it has no request, or if its client reads nothing for too long. */
	onInactive(): void {
		const { inactiveMs, unreadMs } = this.#limits;
		const untilMs = performance.now();
		const last = this.#unread;
		// Activity between two checks delays the second one.
		const wasActive = !last || untilMs - last.untilMs > 1.5 * inactiveMs;
		const sinceMs = wasActive ? untilMs - inactiveMs : last.sinceMs;
		this.#unread = this.#socket.writableLength > 0 ? { sinceMs, untilMs, sent: this.#sent } : undefined;
		if (this.#requests === 0 || (this.#unread && untilMs - sinceMs >= unreadMs)) this.#socket.destroy();
		else this.#socket.setTimeout(inactiveMs);
	}

	usefulness(): Usefulness | undefined {
		const sinceMs = this.#lastUse;
		if (!this.#hadRequest) return { rank: ranks.noRequest, sinceMs };
		if (this.#requests === 0) return { rank: ranks.idle, sinceMs };
		if (this.#unread?.sent === this.#sent) return { rank: ranks.unread, sinceMs: this.#unread.sinceMs };
		return this.hasKey ? undefined : { rank: ranks.running, sinceMs };
	}

	giveUp(): void {
		this.#onEnd();
		this.#socket.destroy();
	}

	/** Bytes of responses that the system has taken. */
	get #sent(): number {
		return this.#socket.bytesWritten - this.#socket.writableLength;
	}
}
