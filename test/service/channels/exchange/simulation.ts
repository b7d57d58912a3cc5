import type { Verdict } from '../../../../source/basics/verdict.ts';
import type { Clock } from '../../../../source/service/channels/exchange/clock.ts';
import {
	decodeEnvelope,
	type Envelope,
	encodeEnvelope,
	isAuthentic,
	isCurrent,
} from '../../../../source/service/overlay/envelope.ts';
import type { Identity } from '../../../../source/service/overlay/keys.ts';
import type { Overlay, OverlayTopic } from '../../../../source/service/overlay/overlay.ts';
import { newIdentity } from '../../overlay/overlay-fixture.ts';

interface Event {
	readonly atMs: number;
	readonly action: () => void;
}

/** Probabilities of lost and repeated messages, and the maximum delay. */
export interface Weather {
	readonly loss: number;
	readonly duplication: number;
	readonly delayMs: number;
}

const calm: Weather = { loss: 0, duplication: 0, delayMs: 20 };

/** Simulated time, and connections between services. The same seed gives the same run. */
export class Simulation implements Clock {
	readonly nodes = new Map<string, SimulatedOverlay>();
	weather: Weather = calm;
	#nowMs = Date.UTC(2026, 0, 1);
	#events: Event[] = [];
	#seed: number;

	constructor(seed = 1) {
		this.#seed = seed;
	}

	now(): number {
		return this.#nowMs;
	}

	/** Returns a number from 0 to 1, without 1. */
	random(): number {
		this.#seed = (Math.imul(this.#seed, 1_664_525) + 1_013_904_223) >>> 0;
		return this.#seed / 2 ** 32;
	}

	after(delayMs: number, action: () => void): () => void {
		const event = { atMs: this.#nowMs + Math.max(0, delayMs), action };
		let at = this.#events.length;
		while (at > 0 && (this.#events[at - 1]?.atMs ?? 0) > event.atMs) at--;
		this.#events.splice(at, 0, event);
		return () => {
			const index = this.#events.indexOf(event);
			if (index >= 0) this.#events.splice(index, 1);
		};
	}

	/** Runs all events of the next time. */
	run(durationMs: number): void {
		const endMs = this.#nowMs + durationMs;
		for (;;) {
			const [event] = this.#events;
			if (!event || event.atMs > endMs) break;
			this.#events.shift();
			this.#nowMs = event.atMs;
			event.action();
		}
		this.#nowMs = endMs;
	}

	/** Runs until a condition holds. Throws after `maxMs`. Returns the time that it took, ms. */
	runUntil(condition: () => boolean, maxMs: number, stepMs = 100): number {
		const startMs = this.#nowMs;
		while (!condition()) {
			if (this.#nowMs - startMs > maxMs) throw new Error(`Not after ${maxMs} ms: ${condition.toString()}`);
			this.run(stepMs);
		}
		return this.#nowMs - startMs;
	}

	/** Carries a message as the weather does. */
	carry(deliver: () => void): void {
		const { loss, duplication, delayMs } = this.weather;
		const copies = this.random() < duplication ? 2 : 1;
		for (let copy = 0; copy < copies; copy++)
			if (this.random() >= loss) this.after(1 + this.random() * delayMs, deliver);
	}
}

/** Violations that block a service. */
const MAX_OFFENSES = 10;
const BLOCK_MS = 60_000;

/** The overlay of a simulated service, with the rules of the real one for verdicts and forwarding. */
export class SimulatedOverlay implements Overlay {
	readonly identity: Identity;
	readonly id: string;
	readonly #simulation: Simulation;
	readonly #peers = new Set<string>();
	readonly #seen = new Set<string>();
	readonly #offenses = new Map<string, number>();
	readonly #blockedUntilMs = new Map<string, number>();
	#topic: OverlayTopic | undefined;
	/** Number of times that each service was blocked. */
	readonly blocks = new Map<string, number>();
	/** Bytes sent and received. */
	readonly traffic = { sent: 0, received: 0 };

	constructor(simulation: Simulation, identity: Identity = newIdentity()) {
		this.#simulation = simulation;
		this.identity = identity;
		this.id = identity.id;
		simulation.nodes.set(this.id, this);
	}

	isConnected(id: string): boolean {
		return this.#peers.has(id);
	}

	join(_: string, user: OverlayTopic): void {
		this.#topic = user;
		for (const peer of this.#peers) this.#simulation.after(0, () => user.connected?.(peer));
	}

	leave(): void {
		this.#topic = undefined;
	}

	async start(): Promise<void> {}

	async close(): Promise<void> {}

	connect(other: SimulatedOverlay): void {
		if (this.isBlocked(other.id) || other.isBlocked(this.id)) return;
		for (const [node, peer] of [
			[this, other],
			[other, this],
		] as const) {
			if (node.#peers.has(peer.id)) continue;
			node.#peers.add(peer.id);
			node.#topic?.connected?.(peer.id);
		}
	}

	disconnect(other: SimulatedOverlay): void {
		for (const [node, peer] of [
			[this, other],
			[other, this],
		] as const)
			if (node.#peers.delete(peer.id)) node.#topic?.disconnected?.(peer.id);
	}

	publish(topic: string, body: Uint8Array, expiresMs: number): Uint8Array {
		const sentMs = this.#simulation.now();
		const bytes = encodeEnvelope(this.identity, { recipient: undefined, topic, sentMs, expiresMs, body });
		this.#seen.add(bytes.toString('base64'));
		this.gossip(bytes, []);
		return bytes;
	}

	/** Sends a published message to all peers but these. */
	gossip(bytes: Uint8Array, except: readonly string[]): void {
		for (const peer of this.#peers) {
			if (except.includes(peer)) continue;
			this.#carry(peer, bytes.length, (node) => node.#receivePublished(this.id, bytes));
		}
	}

	send(to: string, _: string, body: Uint8Array): void {
		const copy = Uint8Array.from(body);
		if (!this.#peers.has(to)) return;
		this.#carry(to, copy.length, (node) => node.#receiveDirect(this.id, copy));
	}

	#carry(to: string, bytes: number, deliver: (node: SimulatedOverlay) => void): void {
		this.traffic.sent += bytes;
		this.#simulation.carry(() => {
			const node = this.#simulation.nodes.get(to);
			if (!node?.isConnected(this.id)) return;
			node.traffic.received += bytes;
			deliver(node);
		});
	}

	open(): undefined {
		return undefined;
	}

	block(id: string): void {
		this.#blockedUntilMs.set(id, Number.POSITIVE_INFINITY);
	}

	blockedServices(): readonly { readonly id: string; readonly reason: string }[] {
		return [];
	}

	unblock(): boolean {
		return false;
	}

	isBlocked(id: string): boolean {
		return (this.#blockedUntilMs.get(id) ?? 0) > this.#simulation.now();
	}

	learn(): void {}

	networkOf(): undefined {
		return undefined;
	}

	peers() {
		return [...this.#peers].map((id) => ({ id, isOutgoing: true, address: undefined, connectedMs: 0 }));
	}

	#receivePublished(via: string, bytes: Uint8Array): void {
		const envelope = decodeEnvelope(bytes);
		const now = this.#simulation.now();
		if (!envelope || !isAuthentic(envelope)) {
			this.#count(via, 'reject');
			return;
		}
		const key = envelope.bytes.toString('base64');
		if (envelope.author === this.id || this.#seen.has(key) || this.isBlocked(envelope.author)) return;
		if (!isCurrent(envelope, now) || envelope.sentMs < now - 600_000) return;
		this.#seen.add(key);
		const verdict = this.#topic?.published({ ...messageOf(envelope), via }) ?? 'ignore';
		if (verdict === 'accept') this.gossip(bytes, [via, envelope.author]);
		this.#count(envelope.author, verdict);
	}

	#receiveDirect(from: string, body: Uint8Array): void {
		if (this.isBlocked(from)) return;
		const sentMs = this.#simulation.now();
		const message = { from, via: from, body, sentMs, envelope: body };
		this.#count(from, this.#topic?.received(message) ?? 'ignore');
	}

	#count(id: string, verdict: Verdict): void {
		if (verdict !== 'reject') return;
		const offenses = (this.#offenses.get(id) ?? 0) + 1;
		this.#offenses.set(id, offenses % MAX_OFFENSES);
		if (offenses < MAX_OFFENSES) return;
		this.blocks.set(id, (this.blocks.get(id) ?? 0) + 1);
		this.#blockedUntilMs.set(id, this.#simulation.now() + BLOCK_MS);
		const node = this.#simulation.nodes.get(id);
		if (node) this.disconnect(node);
	}
}

const messageOf = ({ author, body, sentMs, bytes }: Envelope) => ({
	from: author,
	body: Uint8Array.from(body),
	sentMs,
	envelope: Uint8Array.from(bytes),
});
