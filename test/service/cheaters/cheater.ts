import { randomBytes } from 'node:crypto';
import type { TLSSocket } from 'node:tls';
import { decodeEnvelope, type Envelope, encodeEnvelope } from '../../../source/service/overlay/envelope.ts';
import { encodeFrame, type FrameKind, FrameParser } from '../../../source/service/overlay/frames.ts';
import { encodeHello, nextConnectionTime, PROTOCOL_VERSION } from '../../../source/service/overlay/hello.ts';
import { Identity, SEED_BYTES } from '../../../source/service/overlay/keys.ts';
import { ChannelSecurity } from '../../../source/service/overlay/secure-channel.ts';
import type { TransportConnection } from '../../../source/service/overlay/transport.ts';
import { atEnd } from '../../fixtures/cleanup.ts';
import { until } from '../../programs/until.ts';
import { OverlayLab } from '../overlay/engine-pair.ts';

/** A message of the market that arrived. */
export interface Arrived {
	readonly envelope: Envelope;
	readonly body: Readonly<Record<string, unknown>>;
}

export interface SentContent {
	/** Unix time, ms. Default: now. */
	readonly sentMs?: number;
	/** Unix time, ms. Default: in one hour. */
	readonly expiresMs?: number;
}

const HOUR_MS = 3_600_000;
const TOPIC = 'market';
const HANDSHAKE_TIMEOUT_MS = 20_000;

/**
 * A trader with an identity and a connection of its own, over a real engine. It sends whatever a test wants, without
 * any of the checks of a service.
 */
export class Cheater {
	readonly identity: Identity;
	/** All messages of the service, in the sequence of their arrival. */
	readonly arrived: Arrived[] = [];
	readonly #lab: OverlayLab;
	#channel: TLSSocket | undefined;

	constructor(lab: OverlayLab, identity = new Identity(randomBytes(SEED_BYTES))) {
		this.#lab = lab;
		this.identity = identity;
	}

	get id(): string {
		return this.identity.id;
	}

	get isConnected(): boolean {
		return this.#channel !== undefined && !this.#channel.destroyed;
	}

	/** Connects to a service, once it accepts connections. The service may end the connection at any time. */
	async connect(address: string): Promise<void> {
		const { stream } = await this.#dial(address);
		const signal = AbortSignal.timeout(HANDSHAKE_TIMEOUT_MS);
		const { channel } = await new ChannelSecurity(this.identity).secure(stream, true, signal);
		this.#channel = channel;
		const parser = new FrameParser();
		channel
			.on('error', () => {})
			.on('data', (bytes: Buffer) => {
				for (const { kind, payload } of parser.parse(bytes)) this.#receive(kind, Buffer.from(payload));
			});
		const { publicSealKey: sealKey } = this.identity;
		const timeMs = nextConnectionTime();
		this.sendFrame('hello', encodeHello({ version: PROTOCOL_VERSION, timeMs, sealKey }));
	}

	disconnect(): void {
		this.#channel?.destroy();
	}

	/** Sends bytes as they are. */
	sendBytes(bytes: Uint8Array): void {
		if (this.isConnected) this.#channel?.write(bytes);
	}

	sendFrame(kind: FrameKind, payload: Uint8Array): void {
		this.sendBytes(encodeFrame(kind, payload));
	}

	/** Sends a message to all services. Returns its envelope. */
	publish(body: unknown, content: SentContent = {}): Buffer {
		const envelope = this.envelope(undefined, body, content);
		this.sendFrame('published', envelope);
		return envelope;
	}

	/** Sends a message to the connected service. */
	send(to: string, body: unknown, content: SentContent = {}): Buffer {
		const envelope = this.envelope(to, body, content);
		this.sendFrame('direct', envelope);
		return envelope;
	}

	envelope(recipient: string | undefined, body: unknown, content: SentContent): Buffer {
		const now = Date.now();
		return encodeEnvelope(this.identity, {
			recipient,
			topic: TOPIC,
			sentMs: content.sentMs ?? now,
			expiresMs: content.expiresMs ?? now + HOUR_MS,
			body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
		});
	}

	/** Waits for the next message of a kind. */
	async awaits(kind: string, after = 0): Promise<Arrived> {
		return until(() => this.arrived.filter(({ body }) => body.kind === kind)[after], {
			awaited: `a message ${kind}`,
			seen: () => this.arrived.map(({ body }) => JSON.stringify(body)).join('\n'),
		});
	}

	async #dial(address: string): Promise<TransportConnection> {
		const { connections, unreachable, transport } = this.#lab;
		const before = connections.length;
		let failures = unreachable.length;
		transport.dial(address);
		return until(
			() => {
				if (unreachable.length > failures) {
					failures = unreachable.length;
					transport.dial(address);
				}
				// The service may connect to this engine meanwhile.
				return connections.slice(before).find(({ isOutgoing }) => isOutgoing);
			},
			{ awaited: `a connection to ${address}`, seen: () => JSON.stringify(unreachable) },
		);
	}

	#receive(kind: FrameKind, payload: Buffer): void {
		if (kind === 'ping') this.sendFrame('ping', Buffer.alloc(0));
		if (kind !== 'published' && kind !== 'direct') return;
		const envelope = decodeEnvelope(payload);
		if (envelope?.topic !== TOPIC) return;
		this.arrived.push({ envelope, body: JSON.parse(envelope.body.toString()) });
	}
}

/** Starts a cheater with an engine of its own. Both end with the scope. */
export async function startCheater(): Promise<Cheater> {
	const lab = new OverlayLab();
	atEnd(async () => {
		await lab.transport.close();
		await lab.lab.engine.close();
	});
	return new Cheater(await lab.start());
}
