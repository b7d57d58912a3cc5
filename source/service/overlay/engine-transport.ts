import { within } from '../../basics/within.ts';
import type { OverlayEngine, OverlayReport } from '../engine/overlay-port.ts';
import { EngineGone, type EngineMessage } from '../engine/port.ts';
import type { Log } from '../log/log.ts';
import { EngineStream } from './engine-stream.ts';
import type { OverlayTransport, TransportListener } from './transport.ts';

/** Time to wait for the engine to close the overlay. A whole service ends within 5 s. */
const CLOSE_TIMEOUT_MS = 1_000;

export const engineTransportText = {
	engineEnded: 'the engine ended',
	notOpened: (reason: string) => `The overlay cannot be opened: ${reason}.`,
};

export interface EngineTransportOptions {
	readonly engine: OverlayEngine;
	/** Whether the engine finds other services by the DHT and local discovery, where these are enabled. */
	readonly discovery: boolean;
	readonly log: Log;
}

/** Connections to other services through the engine, on its port for peers. Opens them again in each new engine. */
export class EngineTransport implements OverlayTransport {
	readonly #options: EngineTransportOptions;
	readonly #streams = new Map<number, EngineStream>();
	/** Addresses of attempts without a result. */
	readonly #dialing = new Set<string>();
	#unsubscribe: readonly (() => void)[] = [];
	#listener: TransportListener | null = null;
	#started: { resolve(): void; reject(error: unknown): void } | null = null;

	constructor(options: EngineTransportOptions) {
		this.#options = options;
	}

	/** Resolves when an engine accepts connections. If none runs, it waits for the next one. */
	start(listener: TransportListener): Promise<void> {
		const { engine } = this.#options;
		this.#listener = listener;
		this.#unsubscribe = [
			engine.listen((message) => this.#onEngine(message)),
			engine.listenOverlay((report) => this.#onReport(report)),
		];
		return new Promise((resolve, reject) => {
			this.#started = { resolve, reject };
			void this.#open();
		});
	}

	dial(address: string): void {
		if (this.#dialing.has(address)) return;
		this.#dialing.add(address);
		this.#options.engine.dialOverlay(address).catch((error: unknown) => {
			this.#dialEnded(address, error instanceof Error ? error.message : String(error));
		});
	}

	async close(): Promise<void> {
		for (const unsubscribe of this.#unsubscribe) unsubscribe();
		this.#listener = null;
		this.#dialing.clear();
		for (const stream of this.#streams.values()) stream.destroy();
		this.#streams.clear();
		this.#started?.resolve();
		// A hung engine is killed when the service ends. It fails only if the engine is gone, and all connections with it.
		const closed = this.#options.engine.closeOverlay().catch(() => {});
		await within(closed, CLOSE_TIMEOUT_MS, undefined);
	}

	/** Opens the overlay in the running engine. Without one, 'listening' follows. */
	async #open(): Promise<void> {
		const { engine, discovery, log } = this.#options;
		try {
			await engine.openOverlay({ discovery });
			this.#started?.resolve();
		} catch (error) {
			if (error instanceof EngineGone) return;
			log('error', engineTransportText.notOpened(error instanceof Error ? error.message : String(error)));
			this.#started?.reject(error);
		}
	}

	#onEngine({ type }: EngineMessage): void {
		if (type !== 'died' && type !== 'listening') return;
		// A new engine has none of them.
		for (const stream of this.#streams.values()) stream.disconnected();
		this.#streams.clear();
		for (const address of [...this.#dialing]) this.#dialEnded(address, engineTransportText.engineEnded);
		if (type === 'listening') void this.#open();
	}

	#onReport(report: OverlayReport): void {
		switch (report.type) {
			case 'opened': {
				const { connection, isOutgoing, address, host } = report;
				const { engine } = this.#options;
				const stream = new EngineStream(engine, connection, () => this.#streams.delete(connection));
				this.#streams.set(connection, stream);
				if (isOutgoing && address !== undefined) this.#dialing.delete(address);
				this.#listener?.connected({ stream, isOutgoing, address, host });
				return;
			}
			case 'data':
				this.#streams.get(report.connection)?.receive(report.bytes);
				return;
			case 'closed':
				this.#streams.get(report.connection)?.disconnected();
				this.#streams.delete(report.connection);
				return;
			case 'unreachable':
				this.#dialEnded(report.address, report.reason);
		}
	}

	#dialEnded(address: string, reason: string): void {
		if (this.#dialing.delete(address)) this.#listener?.unreachable(address, reason);
	}
}
