import type Wire from 'bittorrent-protocol';
import TorrentPiece from 'torrent-piece';
import type { Torrent } from 'webtorrent';
import { writeBackpressure } from '../disk/write-backpressure.ts';
import type { OffenceLog } from '../peer/offence-log.ts';
import { SmartBan } from './smart-ban.ts';
import { arrivingPieces } from './arriving-pieces.ts';
import { PieceHasher } from './piece-hasher.ts';
import { PieceMemory } from './piece-memory.ts';
import { type PieceNeeds, PiecePicker } from './piece-picker.ts';
import type { Sender } from './sender.ts';

/** Usual length of a block, in bytes. One request asks for one block. */
const BLOCK_BYTES = 16 * 1024;
/**
 * Maximum open requests per peer. With a round trip of 100 ms they allow 80 MiB/s. New ones are sent when half are
 * answered, because choosing them is expensive.
 */
const MAX_REQUESTS = 512;

/** Time until a peer that had nothing for us is examined again. */
const IDLE_PEER_RETRY_MS = 100;

/** Received part of a piece. */
interface Arriving {
	readonly data: Buffer<SharedArrayBuffer>;
	/** By block. */
	readonly senders: Sender[];
}

/** Blocks of a piece that a web seed fetches. */
export interface Reserved {
	readonly index: number;
	readonly piece: TorrentPiece;
	/** In ascending order. */
	readonly blocks: readonly number[];
	/** Whether they were requested from no other sender. */
	readonly exclusive: boolean;
}

/** Shared by all downloads. */
const memory = new PieceMemory();
const hasher = new PieceHasher();

/**
 * Requests blocks from peers and assembles pieces. The library would keep every block separately, join them, and
 * hash on this thread.
 */
export class BlockRequester {
	readonly #torrent: Torrent;
	readonly #needs: PieceNeeds;
	readonly #picker: PiecePicker;
	/** Partially received pieces by index. */
	readonly #arriving = new Map<number, Arriving>();
	readonly #smartBan = new SmartBan();
	readonly #offences: OffenceLog;
	#asking = false;
	/** Time of the next examination of peers that had nothing for us, `performance.now()`. */
	readonly #fruitless = new WeakMap<Wire, number>();
	#later: NodeJS.Timeout | undefined;

	constructor(torrent: Torrent, needs: PieceNeeds, offences: OffenceLog) {
		this.#torrent = torrent;
		this.#needs = needs;
		this.#offences = offences;
		this.#picker = new PiecePicker(torrent, needs);
		torrent._request = (wire, index, hotswap) => this.#request(wire, index, hotswap);
		torrent._updateWire = (wire) => this.#requestFrom(wire);
		torrent.once('close', () => {
			for (const index of [...this.#arriving.keys()]) this.#free(index);
		});
		torrent.on('wire', (wire: Wire) => {
			if (this.#smartBan.refuses(wire.remoteAddress ?? '')) {
				wire.destroy();
				return;
			}
			// A peer may unchoke us together with its handshake, before the library listens.
			setImmediate(() => this.#requestSoon());
		});
	}

	/** Reserves the unrequested blocks of a piece; undefined if there are none. */
	reserve(index: number, sender: Sender): Reserved | undefined {
		const piece = this.#allowedPiece(index, sender);
		if (!piece) return undefined;
		const blocks: number[] = [];
		for (let block = piece.reserve(); block !== -1; block = piece.reserve()) blocks.push(block);
		if (blocks.length === 0) return undefined;
		return { index, piece, blocks: blocks.sort((a, b) => a - b), exclusive: true };
	}

	/** Returns all missing blocks of a piece, including those requested from peers. */
	missing(index: number, sender: Sender): Reserved | undefined {
		const piece = this.#allowedPiece(index, sender);
		if (!piece) return undefined;
		const count = Math.ceil(piece.length / BLOCK_BYTES);
		const blocks = Array.from({ length: count }, (_, block) => block).filter((block) => !piece.get(block));
		return blocks.length === 0 ? undefined : { index, piece, blocks, exclusive: false };
	}

	/** Takes a block of a web seed. Copies the bytes. */
	receive({ index, piece }: Reserved, block: number, bytes: Uint8Array, sender: Sender): void {
		if (this.#torrent.destroyed || sender._finished || piece !== this.#torrent.pieces[index]) return;
		this.#take(index, piece, { block, bytes, sender });
	}

	/** Makes the missing blocks available for requests again. */
	giveBack({ index, piece, blocks, exclusive }: Reserved): void {
		if (this.#torrent.destroyed || piece !== this.#torrent.pieces[index] || piece._flushed) return;
		if (exclusive) for (const block of blocks) if (!piece.get(block)) piece.cancel(block);
		this.#requestSoon();
	}

	/** Discards the received part of a piece, unless it is complete or discarded already. */
	discard(index: number, piece: TorrentPiece): void {
		if (this.#torrent.destroyed || piece !== this.#torrent.pieces[index] || piece._flushed) return;
		this.#forget(index);
		this.#needs.begun().delete(index);
		this.#requestSoon();
	}

	/** Returns the piece if it may be requested from this sender. */
	#allowedPiece(index: number, sender: Sender): TorrentPiece | undefined {
		if (!this.#torrent.pieces[index]?.init()) return undefined;
		const admitted = this.#smartBan.admits(index, sender);
		if (admitted === 'restart') this.#forget(index);
		const piece = this.#torrent.pieces[index];
		return admitted && piece?.init() ? piece : undefined;
	}

	/** Requests blocks from a peer that has answered half of its requests. */
	#requestFrom(wire: Wire): void {
		const torrent = this.#torrent;
		const most = depth(wire);
		if (wire.destroyed || torrent.destroyed || wire.requests.length > most / 2) return;
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
		if (now < (this.#fruitless.get(wire) ?? 0)) {
			this.#later ??= setTimeout(() => {
				this.#later = undefined;
				this.#requestSoon();
			}, IDLE_PEER_RETRY_MS).unref();
			return;
		}
		const before = wire.requests.length;
		this.#picker.fill(wire, most);
		if (wire.requests.length === before) this.#fruitless.set(wire, now + IDLE_PEER_RETRY_MS);
	}

	/** Requests an unrequested block of a piece. Returns whether there was one. */
	#request(wire: Wire, index: number, hotswap: boolean): boolean {
		const torrent = this.#torrent;
		if (wire.requests.length >= depth(wire)) return false;
		const piece = this.#allowedPiece(index, wire);
		if (!piece) return false;
		let block = piece.reserve();
		if (block === -1 && hotswap && torrent._hotswap(wire, index)) block = piece.reserve();
		if (block === -1) return false;
		// Slower peers whose blocks the library may re-request from a faster one.
		const asked = torrent._reservations[index] ?? [];
		torrent._reservations[index] = asked;
		const free = asked.indexOf(null);
		const place = free === -1 ? asked.length : free;
		asked[place] = wire;
		wire.request(index, piece.chunkOffset(block), piece.chunkLength(block), (_error, bytes) => {
			if (torrent.destroyed) return;
			if (asked[place] === wire) asked[place] = null;
			if (piece === torrent.pieces[index]) {
				if (bytes) this.#take(index, piece, { block, bytes, sender: wire });
				else piece.cancel(block);
			}
			this.#requestSoon();
		});
		return true;
	}

	/** Copies a block to its place. Its bytes are valid only during the call. */
	#take(
		index: number,
		piece: TorrentPiece,
		from: { block: number; bytes: Uint8Array; sender: Sender },
	): void {
		// After a block was re-requested, the slow peer may still send it to a complete piece.
		if (piece._flushed) return;
		const { block, bytes, sender } = from;
		const { data, senders } = this.#arriving.get(index) ?? this.#begin(index, piece);
		arrivingPieces.touch(data);
		const at = piece.chunkOffset(block);
		if (!piece.get(block)) {
			// Between shared and other memory, set() and copy() copy byte by byte; fill() is a memcpy.
			data.fill(bytes, at, at + bytes.length);
			senders[block] = sender;
		}
		if (!piece.set(block, data.subarray(at, at + bytes.length), sender)) return;
		this.#arriving.delete(index);
		arrivingPieces.delete(data);
		completePiece(piece);
		void writeBackpressure.during(
			piece.length,
			this.#finish(index, data, senders).finally(() => memory.giveBack(data)),
		);
	}

	#begin(index: number, piece: TorrentPiece): Arriving {
		const arriving: Arriving = { data: memory.take(piece.length), senders: [] };
		this.#arriving.set(index, arriving);
		arrivingPieces.add(arriving.data, () => this.discard(index, piece));
		return arriving;
	}

	/** Verifies a piece and writes it. */
	async #finish(index: number, data: Buffer<SharedArrayBuffer>, senders: readonly Sender[]): Promise<void> {
		const torrent = this.#torrent;
		try {
			const hash = await hasher.hash(data);
			if (torrent.destroyed) return;
			if (hash !== torrent._hashes[index]) {
				this.#refuse(index, data, senders);
				return;
			}
			await new Promise<void>((resolve, reject) =>
				torrent.store.put(index, data, (error) => (error ? reject(error) : resolve())),
			);
		} catch (error) {
			if (!torrent.destroyed) torrent._destroy(error instanceof Error ? error : new Error(String(error)));
			return;
		}
		if (torrent.destroyed) return;
		for (const liar of this.#smartBan.close(index, data)) this.#punish(index, liar);
		torrent.pieces[index] = null;
		torrent._markVerified(index);
		for (const wire of torrent.wires) wire.have(index);
		torrent._checkDone();
		this.#requestSoon();
	}

	/**
	 * Handles a wrong piece. A single sender is disconnected; one of several only after the correct piece arrives.
	 */
	#refuse(index: number, data: Uint8Array, senders: readonly Sender[]): void {
		const all = new Set(senders);
		const [sender] = senders;
		if (all.size === 1 && sender) this.#punish(index, sender);
		else {
			this.#offences.report(
				undefined,
				`piece ${index} of ${this.#torrent.infoHash}, from one of ${all.size} peers`,
			);
			this.#smartBan.open(index, data, BLOCK_BYTES, senders);
		}
		this.#torrent.pieces[index] = new TorrentPiece(data.length);
		this.#requestSoon();
	}

	#punish(index: number, sender: Sender): void {
		const host = sender.remoteAddress ?? '';
		this.#offences.report(host, `piece ${index} of ${this.#torrent.infoHash}`);
		this.#smartBan.punish(sender);
		if (this.#smartBan.refuses(host)) this.#offences.banned(host);
	}

	/** Discards received blocks and requests of a piece. */
	#forget(index: number): void {
		const piece = this.#torrent.pieces[index];
		if (piece) this.#torrent.pieces[index] = new TorrentPiece(piece.length);
		this.#free(index);
	}

	#free(index: number): void {
		const arriving = this.#arriving.get(index);
		if (!arriving) return;
		this.#arriving.delete(index);
		arrivingPieces.delete(arriving.data);
		memory.giveBack(arriving.data);
	}

	/** Schedules one search for requests, for any number of received blocks. */
	#requestSoon(): void {
		if (this.#asking) return;
		this.#asking = true;
		queueMicrotask(() => {
			this.#asking = false;
			this.#torrent._update();
		});
	}
}

/** Sets a complete piece to the state that the library leaves it in, without joining its blocks. */
function completePiece(piece: TorrentPiece): void {
	piece._buffer = null;
	piece._cancellations = null;
	piece.sources = null;
	piece._flushed = true;
}

/** Returns the maximum open requests of a peer: as many as it answers in a second. */
function depth(wire: Wire): number {
	return Math.min(2 + Math.ceil(wire.downloadSpeed() / BLOCK_BYTES), mostOf(wire));
}

function mostOf(wire: Wire): number {
	const { reqq } = wire.peerExtendedHandshake;
	return typeof reqq === 'number' && reqq > 0 ? Math.min(reqq, MAX_REQUESTS) : MAX_REQUESTS;
}
