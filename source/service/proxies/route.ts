import { openProxyConnection, type ProxyConnection } from './chain.ts';
import type { SocksProxy } from './socks-proxy.ts';
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
	#reachable = false;
	#failure = '';
	#retry = FIRST_RETRY_MS;
	#probe: ProxyConnection | null = null;
	#timer: NodeJS.Timeout | undefined;
	#isCheckScheduled = false;
	#closed = false;

	/** `onChange` is called whenever `reachable` changes. */
	constructor(proxies: readonly SocksProxy[], onChange: () => void) {
		this.#proxies = proxies;
		this.#onChange = onChange;
		this.#check();
	}

	/** Whether the last check reached the last proxy. */
	get reachable(): boolean {
		return this.#reachable;
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
				this.#update(true, '');
				// The route may have failed with the connection, so check it.
				connection.socket.once('close', () => this.#checkSoon());
			},
			(error: unknown) => {
				if (error instanceof ProxyError) this.#checkSoon();
			},
		);
		return connection;
	}

	close(): void {
		this.#closed = true;
		clearTimeout(this.#timer);
		this.#probe?.socket.destroy();
	}

	#checkSoon(): void {
		if (this.#closed || this.#probe || this.#isCheckScheduled || !this.#reachable) return;
		this.#isCheckScheduled = true;
		clearTimeout(this.#timer);
		this.#timer = setTimeout(() => this.#check(), CHECK_DELAY_MS);
	}

	#check(): void {
		this.#isCheckScheduled = false;
		const probe = openProxyConnection(this.#proxies);
		this.#probe = probe;
		const ended = (reachable: boolean, failure: string): void => {
			this.#probe = null;
			probe.socket.destroy();
			if (this.#closed) return;
			this.#update(reachable, failure);
			this.#timer = setTimeout(() => this.#check(), reachable ? CHECK_INTERVAL_MS : this.#retry);
			this.#timer.unref();
			this.#retry = reachable ? FIRST_RETRY_MS : Math.min(this.#retry * 2, CHECK_INTERVAL_MS);
		};
		probe.established.then(
			() => ended(true, ''),
			(error: unknown) => ended(false, error instanceof Error ? error.message : String(error)),
		);
	}

	#update(reachable: boolean, failure: string): void {
		if (this.#closed) return;
		this.#failure = failure;
		if (this.#reachable === reachable) return;
		this.#reachable = reachable;
		this.#onChange();
	}
}
