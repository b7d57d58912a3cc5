import type { SocksProxy } from '../engine/port.ts';
import { openProxyConnection, type ProxyConnection } from './chain.ts';
import { type Destination, ProxyError } from './socks5.ts';

/** Milliseconds between two looks at a route that stands, and before the first new one at one that does not. */
const CHECK_INTERVAL_MS = 15_000;
const FIRST_RETRY_MS = 500;
/** Milliseconds from the end of a connection to a look: many may end together. */
const CHECK_DELAY_MS = 200;

/**
 * The way through a chain of proxies, as several downloads use it, and whether it stands: the last proxy was reached
 * when it was last tried. It is tried on its own, so that this is known also while there is nobody to connect to.
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

	/** `onChange` is called whenever `standing` became something else. */
	constructor(proxies: readonly SocksProxy[], onChange: () => void) {
		this.#proxies = proxies;
		this.#onChange = onChange;
		this.#look();
	}

	/** Was the last proxy reached? */
	get reachable(): boolean {
		return this.#standing;
	}

	/** Why it does not stand, half a sentence; empty while it does or was not tried yet. */
	get failure(): string {
		return this.#failure;
	}

	/** Connects to a destination through all of the proxies. */
	open(destination: Destination): ProxyConnection {
		const connection = openProxyConnection(this.#proxies, destination);
		connection.established.then(
			() => {
				this.#found(true, '');
				// A connection that ends may end with the route: better look.
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
