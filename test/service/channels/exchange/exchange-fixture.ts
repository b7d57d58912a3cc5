import type { ChannelMatches } from '../../../../source/service/channels/channel-registry.ts';
import type { ChannelSearches } from '../../../../source/service/channels/channel-search.ts';
import { ChannelExchange } from '../../../../source/service/channels/exchange/exchange.ts';
import type { ExchangeLimits } from '../../../../source/service/channels/exchange/limits.ts';
import { MemoryRegistry } from './memory-registry.ts';
import { SimulatedOverlay, type Simulation } from './simulation.ts';

/** A simulated service with channels. */
export class SimulatedService implements ChannelSearches {
	readonly overlay: SimulatedOverlay;
	readonly registry: MemoryRegistry;
	readonly lines: string[] = [];
	/** Difference of its clock, ms. */
	clockMs = 0;
	readonly results: { readonly query: string; readonly matches: ChannelMatches }[] = [];
	readonly #simulation: Simulation;
	readonly #limits: Partial<ExchangeLimits>;
	#exchange: ChannelExchange | undefined;
	#listeners: ((query: string, words: readonly string[]) => void)[] = [];
	/** Increases with each restart, which ends all timers. */
	#life = 0;

	constructor(simulation: Simulation, limits: Partial<ExchangeLimits> = {}) {
		this.#simulation = simulation;
		this.#limits = limits;
		this.overlay = new SimulatedOverlay(simulation);
		this.registry = new MemoryRegistry(this.overlay.id);
	}

	get id(): string {
		return this.overlay.id;
	}

	get exchange(): ChannelExchange {
		if (!this.#exchange) throw new Error('The service does not run.');
		return this.#exchange;
	}

	start(): this {
		const life = ++this.#life;
		this.#exchange = new ChannelExchange({
			registry: this.registry,
			searches: this,
			overlay: this.overlay,
			clock: {
				now: () => this.#simulation.now() + this.clockMs,
				after: (delayMs, action) =>
					this.#simulation.after(delayMs, () => {
						if (life === this.#life) action();
					}),
			},
			log: (level, text) => this.lines.push(`${level} ${text}`),
			limits: this.#limits,
		});
		this.#exchange.start();
		return this;
	}

	/** Ends at once, as a killed service does. Its registry stays. */
	kill(): void {
		this.#life++;
		this.#exchange = undefined;
		this.#listeners = [];
		this.overlay.leave();
		this.registry.restart();
		for (const { id } of this.overlay.peers()) {
			const node = this.#simulation.nodes.get(id);
			if (node) this.overlay.disconnect(node);
		}
	}

	onQuery(listener: (query: string, words: readonly string[]) => void): void {
		this.#listeners.push(listener);
	}

	found(query: string, matches: ChannelMatches): void {
		this.results.push({ query, matches });
	}

	search(query: string): void {
		for (const listener of this.#listeners) listener(query, query.split(' '));
	}
}

/** Connects all services with each other. */
export function connectAll(services: readonly { readonly overlay: SimulatedOverlay }[]): void {
	for (const [index, { overlay }] of services.entries())
		for (const other of services.slice(index + 1)) overlay.connect(other.overlay);
}

/** Returns the contents of a service's channels as text, for comparisons. */
export function contentsOf({ registry }: { readonly registry: MemoryRegistry }): string {
	const channels = [...registry.contents].map(([id, { torrents, playlists, ...channel }]) => {
		const entries = torrents.map((torrent) => inSequence({ ...torrent, id: torrent.id.toString() })).sort();
		return `${id} ${inSequence(channel)} ${entries} ${JSON.stringify(playlists)}`;
	});
	return channels.sort().join('\n');
}

/** Returns the fields of an object, sorted by their names. */
const inSequence = (fields: object): string => JSON.stringify(Object.entries(fields).sort());

export function areEqual(services: readonly { readonly registry: MemoryRegistry }[]): boolean {
	const versions = services.map(({ registry }) =>
		registry.list().map(({ id, version }) => `${id} ${version}`),
	);
	if (new Set(versions.map((each) => each.sort().join())).size > 1) return false;
	return new Set(services.map(contentsOf)).size === 1;
}
