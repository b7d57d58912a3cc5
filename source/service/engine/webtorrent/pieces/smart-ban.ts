import { createHash } from 'node:crypto';
import { BoundedMap } from '../../../../basics/bounded-map.ts';
import type { Sender } from './sender.ts';

/** Time for a peer to send all of a piece requested only from it. */
const EXCLUSIVE_TIMEOUT_MS = 60_000;
/** Maximum connections of a host closed for wrong data before the host is banned. */
const MAX_OFFENSES = 3;
/** Maximum hosts with remembered offenses. */
const MAX_OFFENDERS = 10_000;
/** Maximum remembered blocks per piece. */
const MAX_BLOCKS = 16_384;

interface Block {
	readonly at: number;
	readonly length: number;
	readonly hash: string;
	readonly sender: Sender;
}

/** A wrong piece that several peers sent together. */
interface SuspectPiece {
	/** Blocks they sent. */
	readonly blocks: Block[];
	/** The only peer it is requested from now. */
	exclusiveSender: Sender | null;
	/** Start of that request, `performance.now()`. */
	since: number;
}

/**
 * Identifies which of several peers sent wrong data. The piece is requested from single peers until it is correct.
 * Then the earlier blocks are compared with it.
 */
export class SmartBan {
	readonly #suspects = new Map<number, SuspectPiece>();
	/** Number of closed connections by host. */
	readonly #offenses = new BoundedMap<number>(MAX_OFFENDERS);
	readonly #disconnected = new WeakSet<Sender>();

	/** Registers a wrong piece of several peers. `senders` has the sender of each block. */
	suspect(index: number, data: Uint8Array, blockLength: number, senders: readonly Sender[]): void {
		const blocks = this.#suspects.get(index)?.blocks ?? [];
		senders.forEach((sender, number) => {
			if (blocks.length >= MAX_BLOCKS) return;
			const at = number * blockLength;
			const length = Math.min(blockLength, data.length - at);
			blocks.push({ at, length, hash: hashOf(data, at, length), sender });
		});
		this.#suspects.set(index, { blocks, exclusiveSender: null, since: 0 });
	}

	/** Whether the piece may be requested from this peer. 'restart' if blocks of others must be discarded first. */
	allows(index: number, sender: Sender): boolean | 'restart' {
		const found = this.#suspects.get(index);
		if (!found || found.exclusiveSender === sender) return true;
		const now = performance.now();
		if (found.exclusiveSender && !found.exclusiveSender._finished && now - found.since < EXCLUSIVE_TIMEOUT_MS)
			return false;
		found.exclusiveSender = sender;
		found.since = now;
		return 'restart';
	}

	/** Handles a correct piece. Returns the senders of differing blocks. */
	verified(index: number, data: Uint8Array): ReadonlySet<Sender> {
		const offenders = new Set<Sender>();
		for (const { at, length, hash, sender } of this.#suspects.get(index)?.blocks ?? [])
			if (!offenders.has(sender) && hashOf(data, at, length) !== hash) offenders.add(sender);
		this.#suspects.delete(index);
		return offenders;
	}

	/** Closes the connection to a sender of wrong data. */
	disconnect(sender: Sender): void {
		if (this.#disconnected.has(sender)) return;
		this.#disconnected.add(sender);
		const host = sender.remoteAddress ?? '';
		this.#offenses.set(host, (this.#offenses.peek(host) ?? 0) + 1);
		sender.destroy();
	}

	/** Whether a host is banned. */
	isBanned(host: string): boolean {
		return (this.#offenses.peek(host) ?? 0) >= MAX_OFFENSES;
	}
}

function hashOf(data: Uint8Array, at: number, length: number): string {
	return createHash('sha1')
		.update(data.subarray(at, at + length))
		.digest('base64');
}
