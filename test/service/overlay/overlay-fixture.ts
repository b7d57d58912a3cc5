import { randomBytes } from 'node:crypto';
import type { Verdict } from '../../../source/basics/verdict.ts';
import type { Log } from '../../../source/service/log/log.ts';
import { encodeEnvelope } from '../../../source/service/overlay/envelope.ts';
import type { Frame, FrameKind } from '../../../source/service/overlay/frames.ts';
import { Handshake } from '../../../source/service/overlay/handshake.ts';
import { Identity } from '../../../source/service/overlay/keys.ts';
import { type OverlayLimits, overlayLimits } from '../../../source/service/overlay/limits.ts';
import type { OverlayMessage } from '../../../source/service/overlay/overlay.ts';
import { OverlayNetwork } from '../../../source/service/overlay/overlay-network.ts';
import { atEnd } from '../../fixtures/cleanup.ts';
import { makeFolder } from '../../fixtures/folder.ts';
import { until } from '../../programs/until.ts';
import { dialSocket, SocketTransport } from './socket-transport.ts';

export const TOPIC = 'test';

/** Limits that do not slow down tests. */
export const quickLimits: Partial<OverlayLimits> = {
	retryMs: 20,
	maxRetryMs: 500,
	maxConfiguredRetryMs: 200,
	retireMs: 1_000,
	incoming: { perSecond: 1_000, burst: 1_000 },
};

export interface TestOverlay {
	readonly overlay: OverlayNetwork;
	readonly transport: SocketTransport;
	readonly identity: Identity;
	readonly stateFolder: string;
	readonly id: string;
	readonly address: string;
	/** Bodies of published and of direct messages, in order. */
	readonly published: string[];
	readonly received: string[];
	readonly messages: OverlayMessage[];
	/** '+' or '-' and the id, for each change of a connection. */
	readonly changes: string[];
	readonly lines: string[];
	/** Returns the verdict of a body. */
	verdict: (body: string) => Verdict;
	readonly isConnected: (other: { readonly id: string }) => boolean;
	readonly close: () => Promise<void>;
}

export interface TestOverlayOptions {
	readonly peers?: readonly string[];
	readonly limits?: Partial<OverlayLimits>;
	readonly identity?: Identity;
	readonly stateFolder?: string;
	readonly transport?: SocketTransport;
	/** Whether others learn the port. */
	readonly announces?: boolean;
}

export const newIdentity = (): Identity => new Identity(randomBytes(32));

/** Starts an overlay on a loopback socket. */
export async function startOverlay(options: TestOverlayOptions = {}): Promise<TestOverlay> {
	const identity = options.identity ?? newIdentity();
	const stateFolder = options.stateFolder ?? (await makeFolder());
	const transport = options.transport ?? new SocketTransport({ announces: options.announces ?? true });
	await transport.listen();
	const { address } = transport;
	const lines: string[] = [];
	const log: Log = (level, message, error) =>
		lines.push(`${level} ${message}${error instanceof Error ? error.stack : ''}`);
	const overlay = new OverlayNetwork({
		identity,
		transport,
		stateFolder,
		peers: options.peers ?? [],
		log,
		limits: { ...quickLimits, ...options.limits },
	});
	let isOpen = true;
	const close = async () => {
		if (isOpen) await overlay.close();
		isOpen = false;
	};
	const test: TestOverlay = {
		overlay,
		transport,
		identity,
		stateFolder,
		id: identity.id,
		address,
		published: [],
		received: [],
		messages: [],
		changes: [],
		lines,
		verdict: () => 'accept',
		isConnected: ({ id }) => overlay.peers().some((peer) => peer.id === id),
		close,
	};
	const record = (list: string[]) => (message: OverlayMessage) => {
		const body = Buffer.from(message.body).toString();
		list.push(body);
		test.messages.push(message);
		return test.verdict(body);
	};
	overlay.join(TOPIC, {
		published: record(test.published),
		received: record(test.received),
		connected: (peer) => test.changes.push(`+${peer}`),
		disconnected: (peer) => test.changes.push(`-${peer}`),
	});
	atEnd(close);
	await overlay.start();
	return test;
}

export const body = (text: string): Uint8Array => Buffer.from(text);
export const inMinutes = (minutes: number): number => Date.now() + minutes * 60_000;

/** Waits until two overlays are connected to each other. */
export async function untilConnected(a: TestOverlay, b: TestOverlay): Promise<void> {
	await until(() => a.isConnected(b) && b.isConnected(a), {
		awaited: 'a connection',
		seen: () => [...a.lines, '', ...b.lines].join('\n'),
	});
}

/** A service under the control of a test: it sends any frames, and records those that it receives. */
export interface RawPeer {
	readonly id: string;
	readonly identity: Identity;
	readonly frames: Frame[];
	readonly isClosed: () => boolean;
	readonly send: (kind: FrameKind, payload: Uint8Array) => void;
	readonly close: () => void;
}

interface RawPeerOptions {
	readonly identity?: Identity;
	/** Port at which the peer claims to accept connections. */
	readonly port?: number;
	/** Version of the protocol that it claims. */
	readonly version?: number;
	/** Time of its clock, Unix ms. */
	readonly timeMs?: number;
	/** Whether it reads. */
	readonly reads?: boolean;
}

/** Connects to an overlay as another service. */
export async function connectRaw(
	to: { readonly address: string },
	{ identity = newIdentity(), port = 0, version, timeMs, reads = true }: RawPeerOptions = {},
): Promise<RawPeer> {
	const stream = await dialSocket(to.address, port);
	atEnd(() => stream.destroy());
	const handshake = new Handshake({
		identity,
		limits: overlayLimits,
		backlog: { bytes: 0 },
		check: () => {},
		version,
		timeMs,
	});
	const proved = await handshake.run({ stream, isOutgoing: true, address: to.address, host: undefined });
	const frames: Frame[] = [];
	let isClosed = false;
	stream.once('close', () => {
		isClosed = true;
	});
	const read = async () => {
		for await (const { kind, payload } of proved.frames) frames.push({ kind, payload: Buffer.from(payload) });
	};
	if (reads) void read().catch(() => {});
	return {
		id: identity.id,
		identity,
		frames,
		isClosed: () => isClosed,
		send: (kind, payload) => proved.link.send(kind, payload),
		close: () => stream.destroy(),
	};
}

/** Returns a signed message of a test, with other fields if given. */
export function signed(
	author: Identity,
	text: string,
	fields: { recipient?: string; topic?: string; sentMs?: number; expiresMs?: number } = {},
): Buffer {
	return encodeEnvelope(author, {
		recipient: undefined,
		topic: TOPIC,
		sentMs: Date.now(),
		expiresMs: inMinutes(5),
		body: body(text),
		...fields,
	});
}
