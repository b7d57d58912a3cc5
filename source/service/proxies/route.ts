import type { SocksProxy } from '../engine/port.ts';
import { openProxyConnection, type ProxyConnection } from './chain.ts';
import { type Destination, ProxyError } from './socks5.ts';

/** Time between checks of a reachable route, and before the first check after a failure. */
const CHECK_INTERVAL_MS = 15_000;
const FIRST_RETRY_MS = 500;
/** Delay of a check after a connection ends, because many may end together. */
const CHECK_DELAY_MS = 200;

/**
 * A chain of proxies shared by downloads. Checks periodically whether the last proxy is reachable, even without
 * connections.
 */
export class Route {
	readonly #proxies: readonly SocksProxy[];
	readonly #onChange: () => void;
	#standing = false;
	#failure = '';
	#retry = FIRST_RETRY_MS;
	#probe: ProxyConnection | null = null;
	#timer: NodeJS.Timeout | undefined;
	#soon = false;
	#closed = false;

	/** `onChange` is called whenever `reachable` changes. */
	constructor(proxies: readonly SocksProxy[], onChange: () => void) {
		this.#proxies = proxies;
		this.#onChange = onChange;
		this.#look();
	}

	/** Whether the last check reached the last proxy. */
	get reachable(): boolean {
		return this.#standing;
	}

	/** Reason of the last failure, without a period; empty if reachable or not checked yet. */
	get failure(): string {
		return this.#failure;
	}

	/** Connects to a destination through all proxies. */
	open(destination: Destination): ProxyConnection {
		const connection = openProxyConnection(this.#proxies, destination);
		connection.established.then(
			() => {
				this.#found(true, '');
				// The route may have failed with the connection, so check it.
				connection.socket.once('close', () => this.#lookSoon());
			},
			(error: unknown) => {
				if (error instanceof ProxyError) this.#lookSoon();
			},
		);
		return connection;
	}

	close(): void {
		this.#closed = true;
		clearTimeout(this.#timer);
		this.#probe?.socket.destroy();
	}

	#lookSoon(): void {
		if (this.#closed || this.#probe || this.#soon || !this.#standing) return;
		this.#soon = true;
		clearTimeout(this.#timer);
		this.#timer = setTimeout(() => this.#look(), CHECK_DELAY_MS);
	}

	#look(): void {
		this.#soon = false;
		const probe = openProxyConnection(this.#proxies);
		this.#probe = probe;
		const ended = (standing: boolean, failure: string): void => {
			this.#probe = null;
			probe.socket.destroy();
			if (this.#closed) return;
			this.#found(standing, failure);
			this.#timer = setTimeout(() => this.#look(), standing ? CHECK_INTERVAL_MS : this.#retry);
			this.#timer.unref();
			this.#retry = standing ? FIRST_RETRY_MS : Math.min(this.#retry * 2, CHECK_INTERVAL_MS);
		};
		probe.established.then(
			() => ended(true, ''),
			(error: unknown) => ended(false, error instanceof Error ? error.message : String(error)),
		);
	}

	#found(standing: boolean, failure: string): void {
		if (this.#closed) return;
		this.#failure = failure;
		if (this.#standing === standing) return;
		this.#standing = standing;
		this.#onChange();
	}
}
