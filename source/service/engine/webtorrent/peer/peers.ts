import type { Magnet } from '../../../../metainfo/magnet.ts';
import type { EngineDownload, MoreSources } from '../../port.ts';
import type { EngineContext } from '../engine-context.ts';
import { openProxyRoute, type ProxyRoute } from './proxy-route.ts';
import type { SwarmData } from './swarm.ts';
import { SwarmSession, type SwarmSessionEvents } from '../sources/sources.ts';

/** Access of a download to its swarm: its route, and its session after joining. */
export class SwarmAccess {
	#proxyRoute: ProxyRoute | null = null;
	#session: SwarmSession | null = null;
	/** Sources added before joining. */
	readonly #more: MoreSources[] = [];
	#limits: { readonly maxDownloadSpeed: number; readonly maxUploadSpeed: number };
	readonly #spec: EngineDownload;
	readonly #context: EngineContext;

	constructor(spec: EngineDownload, context: EngineContext) {
		this.#spec = spec;
		this.#context = context;
		const { maxDownloadSpeed, maxUploadSpeed } = spec;
		this.#limits = { maxDownloadSpeed, maxUploadSpeed };
		const { trackers = [], webSeeds = [] } = spec;
		this.#more.push({ trackers, webSeeds, peers: [] });
	}

	/** null until it has joined. */
	get session(): SwarmSession | null {
		return this.#session;
	}

	/** Whether it has hops and its last proxy is unreachable. */
	get cutOff(): boolean {
		return this.#proxyRoute?.route?.reachable === false;
	}

	/** Adds trackers, web seeds and peers, now or after joining. */
	addSources(sources: MoreSources): void {
		if (this.#session) this.#session.addSources(sources);
		else this.#more.push(sources);
	}

	/** Opens the route. `onChange` is called when its reachability changes, `onError` when it has failed. */
	async openRoute(onChange: () => void, onError: (error: unknown) => void): Promise<void> {
		this.#proxyRoute = await openProxyRoute(this.#spec.route, this.#context, {
			onChange: () => {
				if (this.#proxyRoute?.route?.reachable) this.#session?.recover();
				onChange();
			},
			onError,
		});
	}

	/** Joins the swarm through the route. */
	join(source: SwarmData | Magnet, session: SwarmSessionEvents): SwarmSession {
		if (!this.#proxyRoute) throw new Error('a download cannot join before its proxyRoute is known');
		const { client, route } = this.#proxyRoute;
		const options = { infohash: this.#spec.infohash, client, route, ...this.#limits };
		this.#session = new SwarmSession(source, options, this.#context, session);
		for (const sources of this.#more.splice(0)) this.#session.addSources(sources);
		return this.#session;
	}

	/** Sets limits in bytes per second, 0 for none. Connections stay. */
	limit(maxDownloadSpeed: number, maxUploadSpeed: number): void {
		this.#limits = { maxDownloadSpeed, maxUploadSpeed };
		this.#session?.limit(maxDownloadSpeed, maxUploadSpeed);
	}

	/** Releases the route, after leaving the swarm. */
	async closeRoute(): Promise<void> {
		await this.#proxyRoute?.close();
	}
}
