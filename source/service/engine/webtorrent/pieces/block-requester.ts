import type Wire from 'bittorrent-protocol';
import TorrentPiece from 'torrent-piece';
import type { Torrent } from 'webtorrent';
import { writeBackpressure } from '../disk/write-backpressure.ts';
import type { OffenceLog } from '../peer/offence-log.ts';
import { SmartBan } from '../peer/smart-ban.ts';
import { arrivingPieces } from './arriving-pieces.ts';
import { PieceHasher } from './piece-hasher.ts';
import { PieceMemory } from './piece-memory.ts';
import { type PieceNeeds, PiecePicker } from './piece-picker.ts';

/** The usual length of a block, in bytes: what is asked for in one request. */
const BLOCK_BYTES = 16 * 1024;
/**
 * Most requests that a peer owes us at the same time: with 100 ms to it and back they let it send 80 MiB a second.
 * It is asked again when half of them are answered, for looking for what to ask costs more than asking.
 */
const MAX_REQUESTS = 512;

/** Milliseconds until a peer that had nothing for us is looked at again. */
const IDLE_PEER_RETRY_MS = 100;

/** What has arrived of a piece. */
interface Arriving {
	readonly data: Buffer<SharedArrayBuffer>;
	/** By block. */
	readonly senders: Sender[];
}

/** Sends blocks: the wire of a peer, or a web seed. */
export interface Sender {
	/** Names the sender in warnings, and counts its offences. */
	readonly remoteAddress: string | undefined;
	/** Whether it has ended. */
	readonly _finished: boolean;
	/** Ends it: it sent wrong data. */
	destroy(): void;
}

/** Blocks of a piece that a web seed fetches. */
export interface Reserved {
	readonly index: number;
	readonly piece: TorrentPiece;
	/** In ascending order. */
	readonly blocks: readonly number[];
	/** Whether nobody else was asked for them. */
	readonly exclusive: boolean;
}

/** For all downloads. */
const memory = new PieceMemory();
const hasher = new PieceHasher();

/**
 * Asks peers for blocks, and makes pieces of what they send: in place of the library, which keeps every block by
 * itself, joins them and hashes on this thread.
 */
export class BlockRequester {
	readonly #torrent: Torrent;
	readonly #needs: PieceNeeds;
	readonly #picker: PiecePicker;
	/** Pieces of which something has arrived, by index. */
	readonly #arriving = new Map<number, Arriving>();
	readonly #smartBan = new SmartBan();
	readonly #offences: OffenceLog;
	#asking = false;
	/** Until when peers that had nothing for us are left alone, as performance.now has it. */
	readonly #fruitless = new WeakMap<Wire, number>();
	#later: NodeJS.Timeout | undefined;

	constructor(torrent: Torrent, needs: PieceNeeds, offences: OffenceLog) {
		this.#torrent = torrent;
		this.#needs = needs;
		this.#offences = offences;
		this.#picker = new PiecePicker(torrent, needs);
		torrent._request = (wire, index, hotswap) => this.#request(wire, index, hotswap);
		torrent._updateWire = (wire) => this.#ask(wire);
		torrent.once('close', () => {
			for (const index of [...this.#arriving.keys()]) this.#free(index);
		});
		torrent.on('wire', (wire: Wire) => {
			if (this.#smartBan.refuses(wire.remoteAddress ?? '')) {
				wire.destroy();
				return;
			}
			// A peer may unchoke us along with its handshake, before the library listens.
			setImmediate(() => this.#askSoon());
		});
	}

	/** Reserves the blocks of a piece that nobody was asked for; undefined when there are none. */
	reserve(index: number, sender: Sender): Reserved | undefined {
		const piece = this.#admit(index, sender);
		if (!piece) return undefined;
		const blocks: number[] = [];
		for (let block = piece.reserve(); block !== -1; block = piece.reserve()) blocks.push(block);
		if (blocks.length === 0) return undefined;
		return { index, piece, blocks: blocks.sort((a, b) => a - b), exclusive: true };
	}

	/** All blocks of a piece that have not arrived, also those that peers were asked for. */
	missing(index: number, sender: Sender): Reserved | undefined {
		const piece = this.#admit(index, sender);
		if (!piece) return undefined;
		const count = Math.ceil(piece.length / BLOCK_BYTES);
		const blocks = Array.from({ length: count }, (_, block) => block).filter((block) => !piece.get(block));
		return blocks.length === 0 ? undefined : { index, piece, blocks, exclusive: false };
	}

	/** Takes a block that a web seed sent. Copies the bytes. */
	receive({ index, piece }: Reserved, block: number, bytes: Uint8Array, sender: Sender): void {
		if (this.#torrent.destroyed || sender._finished || piece !== this.#torrent.pieces[index]) return;
		this.#take(index, piece, { block, bytes, sender });
	}

	/** The blocks that did not arrive can be requested again. */
	giveBack({ index, piece, blocks, exclusive }: Reserved): void {
		if (this.#torrent.destroyed || piece !== this.#torrent.pieces[index] || piece._flushed) return;
		if (exclusive) for (const block of blocks) if (!piece.get(block)) piece.cancel(block);
		this.#askSoon();
	}

	/** Discards what has arrived of a piece, unless it is complete or has been discarded. */
	discard(index: number, piece: TorrentPiece): void {
		if (this.#torrent.destroyed || piece !== this.#torrent.pieces[index] || piece._flushed) return;
		this.#forget(index);
		this.#needs.begun().delete(index);
		this.#askSoon();
	}

	/** The piece, if this sender may be asked for it. */
	#admit(index: number, sender: Sender): TorrentPiece | undefined {
		if (!this.#torrent.pieces[index]?.init()) return undefined;
		const admitted = this.#smartBan.admits(index, sender);
		if (admitted === 'anew') this.#forget(index);
		const piece = this.#torrent.pieces[index];
		return admitted && piece?.init() ? piece : undefined;
	}

	/** Asks a peer for what it may be asked for, when it has answered half of what it was asked. */
	#ask(wire: Wire): void {
		const torrent = this.#torrent;
		const most = depth(wire);
		if (wire.destroyed || torrent.destroyed || wire.requests.length > most / 2) return;
		if (!wire.peerChoking) {
			this.#pick(wire, most);
			return;
		}
		// What it gives although it chokes us (BEP 6).
		for (const index of wire.hasFast ? wire.peerAllowedFastSet : []) {
			if (!wire.peerPieces.get(index)) continue;
			while (wire.requests.length < most && torrent._request(wire, index, false));
		}
	}

	/** Whoever had nothing for us is not gone through again for every block that others send. */
	#pick(wire: Wire, most: number): void {
		const now = performance.now();
		if (now < (this.#fruitless.get(wire) ?? 0)) {
			this.#later ??= setTimeout(() => {
				this.#later = undefined;
				this.#askSoon();
			}, IDLE_PEER_RETRY_MS).unref();
			return;
		}
		const before = wire.requests.length;
		this.#picker.fill(wire, most);
		if (wire.requests.length === before) this.#fruitless.set(wire, now + IDLE_PEER_RETRY_MS);
	}

	/** Asks for a block of a piece that nobody was asked for. Returns whether there was one. */
	#request(wire: Wire, index: number, hotswap: boolean): boolean {
		const torrent = this.#torrent;
		if (wire.requests.length >= depth(wire)) return false;
		const piece = this.#admit(index, wire);
		if (!piece) return false;
		let block = piece.reserve();
		if (block === -1 && hotswap && torrent._hotswap(wire, index)) block = piece.reserve();
		if (block === -1) return false;
		// Whom the library may take blocks from, to ask a faster peer.
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
			this.#askSoon();
		});
		return true;
	}

	/** Copies a block to where it belongs: its bytes hold only now. */
	#take(
		index: number,
		piece: TorrentPiece,
		from: { block: number; bytes: Uint8Array; sender: Sender },
	): void {
		// A slow peer may send what was asked of a faster one meanwhile, after the piece was complete.
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

	/** Checks a piece and has it written. */
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
		this.#askSoon();
	}

	/** Who sent all of a piece that is wrong is left; of several, somebody is once the piece is right. */
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
		this.#askSoon();
	}

	#punish(index: number, sender: Sender): void {
		const host = sender.remoteAddress ?? '';
		this.#offences.report(host, `piece ${index} of ${this.#torrent.infoHash}`);
		this.#smartBan.punish(sender);
		if (this.#smartBan.refuses(host)) this.#offences.banned(host);
	}

	/** What arrived of a piece, and what was asked for, does not count any more. */
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

	/** Looks once for what to ask for, however many blocks have arrived. */
	#askSoon(): void {
		if (this.#asking) return;
		this.#asking = true;
		queueMicrotask(() => {
			this.#asking = false;
			this.#torrent._update();
		});
	}
}

/** As the library leaves a piece that is complete, without joining its blocks. */
function completePiece(piece: TorrentPiece): void {
	piece._buffer = null;
	piece._cancellations = null;
	piece.sources = null;
	piece._flushed = true;
}

/** How many requests a peer may owe us: as many as it answers in a second. */
function depth(wire: Wire): number {
	return Math.min(2 + Math.ceil(wire.downloadSpeed() / BLOCK_BYTES), mostOf(wire));
}

function mostOf(wire: Wire): number {
	const { reqq } = wire.peerExtendedHandshake;
	return typeof reqq === 'number' && reqq > 0 ? Math.min(reqq, MAX_REQUESTS) : MAX_REQUESTS;
}
