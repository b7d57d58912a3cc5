import type Wire from 'bittorrent-protocol';
import type TorrentPiece from 'torrent-piece';
import type { Torrent } from 'webtorrent';
import type { Consumer, Lane } from '../../../../concurrency/fair-limiter.ts';
import type { OffenseLog } from '../peer/offense-log.ts';
import { sendTogether } from '../peer/send-together.ts';
import { BLOCK_BYTES, PieceAssembler } from './piece-assembler.ts';
import { type PieceNeeds, PiecePicker } from './piece-picker.ts';
import type { Sender } from './sender.ts';

/**
 * Maximum open requests per peer. With a round trip of 100 ms they allow 80 MiB/s. New ones are sent when half are
 * answered, because choosing them is expensive.
 */
const MAX_REQUESTS = 512;

/** Open requests of a peer that has not sent a block yet. */
const MIN_REQUESTS = 4;

/** Time until a peer that had nothing for us is examined again. */
const IDLE_PEER_RETRY_MS = 100;

/** Blocks of a piece that a web seed fetches. */
export interface ReservedBlocks {
	readonly index: number;
	readonly piece: TorrentPiece;
	/** In ascending order. */
	readonly blocks: readonly number[];
	/** Whether they were requested from no other sender. */
	readonly exclusive: boolean;
}

/** Resources of the requests of a download. */
export interface RequestContext {
	/** Download limit. Blocks are limited when they are requested. */
	readonly limit: Lane;
	/** Logs wrong data of peers. */
	readonly offenses: OffenseLog;
}

/** Requests blocks of needed pieces from peers, and reserves blocks for web seeds. */
export class BlockRequester {
	readonly #torrent: Torrent;
	readonly #needs: PieceNeeds;
	readonly #picker: PiecePicker;
	readonly #assembler: PieceAssembler;
	readonly #limit: Lane;
	/** Peers as the limit sees them. */
	readonly #consumers = new WeakMap<Wire, Consumer>();
	#updating = false;
	/** Time of the next examination of peers that had nothing for us, `performance.now()`. */
	readonly #retryAt = new WeakMap<Wire, number>();
	#retryTimer: NodeJS.Timeout | undefined;

	constructor(torrent: Torrent, needs: PieceNeeds, { limit, offenses }: RequestContext) {
		this.#torrent = torrent;
		this.#limit = limit;
		this.#needs = needs;
		this.#picker = new PiecePicker(torrent, needs);
		this.#assembler = new PieceAssembler(torrent, offenses, {
			onEnd: () => this.#requestSoon(),
			onStale: (index, piece) => this.discard(index, piece),
		});
		torrent._request = (wire, index, hotswap) => this.#request(wire, index, hotswap);
		torrent._updateWire = (wire) => this.#requestFrom(wire);
		torrent.on('wire', (wire: Wire) => {
			if (this.#assembler.isBanned(wire.remoteAddress ?? '')) {
				wire.destroy();
				return;
			}
			// A peer may unchoke us together with its handshake, before the library listens.
			setImmediate(() => this.#requestSoon());
		});
	}

	/** Chooses the next pieces again, after the needs changed. */
	forgetChoices(): void {
		this.#picker.forgetChoices();
	}

	/** Reserves the unrequested blocks of a piece; undefined if there are none. */
	reserve(index: number, sender: Sender): ReservedBlocks | undefined {
		const piece = this.#assembler.pieceFor(index, sender);
		if (!piece) return undefined;
		const blocks: number[] = [];
		for (let block = piece.reserve(); block !== -1; block = piece.reserve()) blocks.push(block);
		if (blocks.length === 0) return undefined;
		this.#needs.requested.add(index);
		return { index, piece, blocks: blocks.sort((a, b) => a - b), exclusive: true };
	}

	/** Returns all missing blocks of a piece, including those requested from peers. */
	missing(index: number, sender: Sender): ReservedBlocks | undefined {
		const piece = this.#assembler.pieceFor(index, sender);
		if (!piece) return undefined;
		const count = Math.ceil(piece.length / BLOCK_BYTES);
		const blocks = Array.from({ length: count }, (_, block) => block).filter((block) => !piece.get(block));
		return blocks.length === 0 ? undefined : { index, piece, blocks, exclusive: false };
	}

	/** Adds a block of a web seed. Copies the bytes. */
	receive({ index, piece }: ReservedBlocks, block: number, bytes: Uint8Array, sender: Sender): void {
		if (this.#torrent.destroyed || sender._finished || piece !== this.#torrent.pieces[index]) return;
		this.#assembler.add(index, piece, { block, bytes, sender });
	}

	/** Makes the missing blocks available for requests again. */
	release({ index, piece, blocks, exclusive }: ReservedBlocks): void {
		if (!this.#isCurrent(index, piece)) return;
		if (exclusive) for (const block of blocks) if (!piece.get(block)) piece.cancel(block);
		this.#requestSoon();
	}

	/** Discards the received part of a piece, unless it is complete or discarded already. */
	discard(index: number, piece: TorrentPiece): void {
		if (!this.#isCurrent(index, piece)) return;
		this.#assembler.discard(index);
		this.#needs.requested.delete(index);
		this.#requestSoon();
	}

	#isCurrent(index: number, piece: TorrentPiece): boolean {
		return !this.#torrent.destroyed && piece === this.#torrent.pieces[index] && !piece._flushed;
	}

	/** Requests blocks from a peer that has answered half of its requests, within the limit. */
	#requestFrom(wire: Wire): void {
		if (!this.#isReady(wire)) return;
		let consumer = this.#consumers.get(wire);
		if (!consumer) {
			consumer = { transfer: (budget) => this.#requestBytes(wire, budget) };
			this.#consumers.set(wire, consumer);
		}
		this.#limit.enqueue(consumer);
	}

	/** Whether a peer has answered half of its requests and may send us blocks. */
	#isReady(wire: Wire): boolean {
		if (wire.destroyed || this.#torrent.destroyed) return false;
		if (wire.peerChoking && !(wire.hasFast && wire.peerAllowedFastSet.length > 0)) return false;
		return wire.requests.length <= maxOpenRequests(wire) / 2;
	}

	/** Requests blocks of about `budget` bytes. Returns their bytes. */
	#requestBytes(wire: Wire, budget: number): number {
		if (wire.destroyed || this.#torrent.destroyed) return 0;
		const before = wire.requests.length;
		const allowed = before + Math.max(1, Math.floor(budget / BLOCK_BYTES));
		this.#requestUpTo(wire, Math.min(maxOpenRequests(wire), allowed));
		let bytes = 0;
		for (const request of wire.requests.slice(before)) bytes += request.length;
		return bytes;
	}

	/** Requests blocks until `most` requests are open. */
	#requestUpTo(wire: Wire, most: number): void {
		if (wire.requests.length >= most) return;
		sendTogether(wire, () => this.#requestPieces(wire, most));
	}

	#requestPieces(wire: Wire, most: number): void {
		const torrent = this.#torrent;
		if (!wire.peerChoking) {
			this.#pick(wire, most);
			return;
		}
		// Pieces it sends although it chokes us (BEP 6).
		for (const index of wire.hasFast ? wire.peerAllowedFastSet : []) {
			if (!wire.peerPieces.get(index)) continue;
			while (wire.requests.length < most && torrent._request(wire, index, false));
		}
	}

	/** Skips peers that recently had no piece we need; rescanning them per block is expensive. */
	#pick(wire: Wire, most: number): void {
		const now = performance.now();
		if (now < (this.#retryAt.get(wire) ?? 0)) {
			this.#retryTimer ??= setTimeout(() => {
				this.#retryTimer = undefined;
				this.#requestSoon();
			}, IDLE_PEER_RETRY_MS).unref();
			return;
		}
		const before = wire.requests.length;
		this.#picker.request(wire, most);
		if (wire.requests.length === before) this.#retryAt.set(wire, now + IDLE_PEER_RETRY_MS);
	}

	/** Requests an unrequested block of a needed piece. Returns whether there was one. */
	#request(wire: Wire, index: number, hotswap: boolean): boolean {
		const torrent = this.#torrent;
		if (this.#needs.priorityOf(index) === 0 && !this.#needs.prioritized.has(index)) return false;
		const piece = this.#assembler.pieceFor(index, wire);
		if (!piece) return false;
		let block = piece.reserve();
		if (block === -1 && hotswap && torrent._hotswap(wire, index)) block = piece.reserve();
		if (block === -1) return false;
		// Slower peers whose blocks the library may re-request from a faster one.
		const reservations = torrent._reservations[index] ?? [];
		torrent._reservations[index] = reservations;
		const freeSlot = reservations.indexOf(null);
		const slot = freeSlot === -1 ? reservations.length : freeSlot;
		reservations[slot] = wire;
		const length = piece.chunkLength(block);
		wire.request(index, piece.chunkOffset(block), length, (_error, bytes) => {
			if (!bytes) this.#limit.refund(length);
			if (torrent.destroyed) return;
			if (reservations[slot] === wire) reservations[slot] = null;
			if (piece === torrent.pieces[index]) {
				if (bytes) this.#assembler.add(index, piece, { block, bytes, sender: wire });
				else piece.cancel(block);
			}
			this.#requestSoon();
		});
		this.#needs.requested.add(index);
		return true;
	}

	/** Schedules one search for requests, for any number of received blocks. */
	#requestSoon(): void {
		if (this.#updating) return;
		this.#updating = true;
		queueMicrotask(() => {
			this.#updating = false;
			this.#torrent._update();
		});
	}
}

/**
 * Returns the maximum open requests of a peer: as many as it answers in a second. In its first second, in which the rate
 * is what it has sent so far, twice as many more.
 */
function maxOpenRequests(wire: Wire): number {
	const rate = wire.downloadSpeed();
	const blocks = Math.ceil(rate / BLOCK_BYTES);
	const isNew = wire.downloaded <= rate;
	return Math.min(isNew ? MIN_REQUESTS + 3 * blocks : 2 + blocks, maxRequests(wire));
}

function maxRequests(wire: Wire): number {
	const { reqq } = wire.peerExtendedHandshake;
	return typeof reqq === 'number' && reqq > 0 ? Math.min(reqq, MAX_REQUESTS) : MAX_REQUESTS;
}
