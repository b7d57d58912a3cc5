import { onTestFinished } from 'vitest';
import { EngineTransport } from '../../../source/service/overlay/engine-transport.ts';
import type { TransportConnection } from '../../../source/service/overlay/transport.ts';
import { until } from '../../programs/until.ts';
import { portOf } from '../engine/foreign-peer.ts';
import { Lab, lab } from '../engine/lab.ts';

/** An engine's process that carries an overlay, with everything that the transport reported. */
export class OverlayLab {
	readonly lab: Lab;
	readonly transport: EngineTransport;
	readonly connections: TransportConnection[] = [];
	readonly unreachable: { readonly address: string; readonly reason: string }[] = [];

	/** @param lab an engine without an overlay, which may have started */
	constructor(lab = new Lab()) {
		this.lab = lab;
		const log = (level: string, text: string) => void this.lab.lines.push(`${level} ${text}`);
		this.transport = new EngineTransport({ engine: this.lab.engine, discovery: true, log });
	}

	/** host:port of the engine that was started last. */
	get address(): string {
		return `127.0.0.1:${portOf(this.lab)}`;
	}

	async start(): Promise<this> {
		if (this.lab.engine.pid === undefined) await this.lab.engine.start();
		await this.transport.start({
			connected: (connection) => void this.connections.push(connection),
			unreachable: (address, reason) => void this.unreachable.push({ address, reason }),
		});
		return this;
	}

	/** Resolves with the connection at an index, when it is open. */
	connection(index = 0): Promise<TransportConnection> {
		return until(() => this.connections[index], {
			awaited: `connection ${index}`,
			seen: () => `${this.lab.lines.join('\n')}\n${JSON.stringify(this.unreachable)}`,
		});
	}

	/** Resolves with the reason why an address is unreachable. */
	async failure(address: string): Promise<string> {
		const found = await until(() => this.unreachable.find((one) => one.address === address), {
			awaited: `a failed dial of ${address}`,
			seen: () => `${this.lab.lines.join('\n')}\n${this.connections.length} connections`,
		});
		return found.reason;
	}
}

/** Opens an overlay in an engine, until the end of the test. */
export async function overlayLab(engine?: Lab): Promise<OverlayLab> {
	const made = new OverlayLab(engine ?? (await lab()));
	onTestFinished(() => made.transport.close());
	return made.start();
}

/** Opens overlays in two engines, and connects the first one to the second one. */
export async function connectedPair(...engines: readonly Lab[]) {
	const [first, second] = [await overlayLab(engines[0]), await overlayLab(engines[1])];
	first.transport.dial(second.address);
	return { first, second, out: await first.connection(), into: await second.connection() };
}
