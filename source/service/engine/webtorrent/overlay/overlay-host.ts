import type { MethodsOf } from '../../../rpc/methods.ts';
import type { OverlayOptions, OverlayReport, overlayMethods } from '../../overlay-port.ts';
import type { OverlayResources } from './overlay-resources.ts';
import type { OverlaySwarm } from './overlay-swarm.ts';

/** Failure of a dial while the overlay is closed. */
const NOT_OPEN = 'the overlay is not open';

/** The overlay's calls in the engine. Loads the overlay when it is opened, so that an engine without it loads nothing. */
export class OverlayHost implements MethodsOf<typeof overlayMethods> {
	readonly #resources: () => OverlayResources;
	readonly #listeners = new Set<(report: OverlayReport) => void>();
	#swarm: OverlaySwarm | null = null;
	/** The last call to open it. A dial right after that call waits for it. */
	#opening: Promise<void> | null = null;

	constructor(resources: () => OverlayResources) {
		this.#resources = resources;
	}

	/** Number of connections. */
	get connections(): number {
		return this.#swarm?.size ?? 0;
	}

	listen(listener: (report: OverlayReport) => void): () => void {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	}

	async openOverlay(options: OverlayOptions): Promise<void> {
		this.#opening = this.#open(options);
		await this.#opening;
	}

	async dialOverlay(address: string): Promise<void> {
		await this.#opening;
		if (!this.#swarm) throw new Error(NOT_OPEN);
		this.#swarm.dial(address);
	}

	async sendOverlay(connection: number, bytes: Uint8Array): Promise<void> {
		await this.#swarm?.connection(connection)?.send(bytes);
	}

	async releaseOverlay(connection: number, bytes: number): Promise<void> {
		this.#swarm?.connection(connection)?.release(bytes);
	}

	async endOverlay(connection: number): Promise<void> {
		this.#swarm?.connection(connection)?.end();
	}

	async closeOverlay(): Promise<void> {
		// A failure was reported by `openOverlay`.
		await this.#opening?.catch(() => {});
		this.#opening = null;
		this.#swarm?.close();
		this.#swarm = null;
	}

	async #open(options: OverlayOptions): Promise<void> {
		const { OverlaySwarm } = await import('./overlay-swarm.ts');
		this.#swarm ??= new OverlaySwarm(this.#resources(), options, (report) => {
			for (const listener of this.#listeners) listener(report);
		});
	}

	/** Takes a peer of an infohash that local discovery found. */
	found(infohash: string, address: string): void {
		this.#swarm?.found(infohash, address);
	}
}
