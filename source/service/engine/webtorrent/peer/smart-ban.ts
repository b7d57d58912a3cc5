import { createHash } from 'node:crypto';
import type { Sender } from '../pieces/block-requester.ts';

/** Milliseconds in which a peer that is asked alone for a piece is to send all of it. */
const EXCLUSIVE_TIMEOUT_MS = 60_000;
/** Connections of one host that may be ended for wrong data before it is refused: it may come back each time. */
const MAX_OFFENCES = 3;
/** Hosts whose offences are remembered. */
const MAX_OFFENDERS = 10_000;
/** Blocks of one piece that are remembered. */
const MAX_BLOCKS = 16_384;

interface Block {
	readonly at: number;
	readonly length: number;
	readonly hash: string;
	readonly sender: Sender;
}

/** A piece that was wrong when several peers had sent it. */
interface Suspicion {
	/** What they had sent. */
	readonly blocks: Block[];
	/** Who alone is asked for it now. */
	only: Sender | null;
	/** When that began, in milliseconds as performance.now gives them. */
	since: number;
}

/**
 * Finds who sends wrong data among several who send a piece together: the piece is asked of one peer alone, until it
 * is right; what the others had sent of it is compared with it then.
 */
export class SmartBan {
	readonly #cases = new Map<number, Suspicion>();
	/** By host, how many of its connections were ended. */
	readonly #offences = new Map<string, number>();
	readonly #punished = new WeakSet<Sender>();

	/** Several peers sent a piece that is wrong, each block as `senders` say. */
	open(index: number, data: Uint8Array, blockLength: number, senders: readonly Sender[]): void {
		const blocks = this.#cases.get(index)?.blocks ?? [];
		senders.forEach((sender, number) => {
			if (blocks.length >= MAX_BLOCKS) return;
			const at = number * blockLength;
			const length = Math.min(blockLength, data.length - at);
			blocks.push({ at, length, hash: hashOf(data, at, length), sender });
		});
		this.#cases.set(index, { blocks, only: null, since: 0 });
	}

	/** May this peer be asked for a piece? 'anew' where what others sent of it since is to be forgotten first. */
	admits(index: number, sender: Sender): boolean | 'anew' {
		const found = this.#cases.get(index);
		if (!found || found.only === sender) return true;
		const now = performance.now();
		if (found.only && !found.only._finished && now - found.since < EXCLUSIVE_TIMEOUT_MS) return false;
		found.only = sender;
		found.since = now;
		return 'anew';
	}

	/** A piece is right. Returns who sent something else before. */
	close(index: number, data: Uint8Array): ReadonlySet<Sender> {
		const liars = new Set<Sender>();
		for (const { at, length, hash, sender } of this.#cases.get(index)?.blocks ?? [])
			if (!liars.has(sender) && hashOf(data, at, length) !== hash) liars.add(sender);
		this.#cases.delete(index);
		return liars;
	}

	/** Ends the connection to who sent wrong data. */
	punish(sender: Sender): void {
		if (this.#punished.has(sender)) return;
		this.#punished.add(sender);
		const host = sender.remoteAddress ?? '';
		const count = (this.#offences.get(host) ?? 0) + 1;
		// The host moves to the end: the one at the beginning offended longest ago.
		this.#offences.delete(host);
		this.#offences.set(host, count);
		const [oldest] = this.#offences.keys();
		if (oldest !== undefined && this.#offences.size > MAX_OFFENDERS) this.#offences.delete(oldest);
		sender.destroy();
	}

	/** Is nothing taken from a host any more? */
	refuses(host: string): boolean {
		return (this.#offences.get(host) ?? 0) >= MAX_OFFENCES;
	}
}

function hashOf(data: Uint8Array, at: number, length: number): string {
	return createHash('sha1')
		.update(data.subarray(at, at + length))
		.digest('base64');
}
