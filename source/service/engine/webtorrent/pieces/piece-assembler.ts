import TorrentPiece from 'torrent-piece';
import type { Torrent } from 'webtorrent';
import { BufferPool } from '../disk/buffer-pool.ts';
import { WrongPieceError } from '../disk/store.ts';
import { writeBackpressure } from '../disk/write-backpressure.ts';
import type { OffenseLog } from '../peer/offense-log.ts';
import { arrivingPieces } from './arriving-pieces.ts';
import type { Sender } from './sender.ts';
import { SmartBan } from './smart-ban.ts';

/** Usual length of a block, in bytes. One request asks for one block. */
export const BLOCK_BYTES = 16 * 1024;

/** Received part of a piece. */
interface ArrivingPiece {
	readonly data: Buffer<SharedArrayBuffer>;
	/** By block. */
	readonly senders: Sender[];
}

/** Received block. Its bytes are valid only during the call. */
interface Block {
	/** Number within the piece. */
	readonly block: number;
	readonly bytes: Uint8Array;
	readonly sender: Sender;
}

interface AssemblerEvents {
	/** A piece is on the disk, or was wrong and is requested again. */
	readonly onEnd: () => void;
	/** The piece got no block for long and takes memory that others need. */
	readonly onStale: (index: number, piece: TorrentPiece) => void;
}

/** Shared by all downloads, and with other threads. Half a gigabyte a second has as much in transit. */
const memory = new BufferPool({
	create: (length) => Buffer.from(new SharedArrayBuffer(length)),
	maxBytes: 96 * 1024 * 1024,
});

/**
 * Assembles, verifies and writes pieces, and bans senders of wrong data. The library would keep every block
 * separately, join them, and hash on this thread.
 */
export class PieceAssembler {
	readonly #torrent: Torrent;
	readonly #offenses: OffenseLog;
	readonly #events: AssemblerEvents;
	/** Partially received pieces by index. */
	readonly #arriving = new Map<number, ArrivingPiece>();
	readonly #smartBan = new SmartBan();

	constructor(torrent: Torrent, offenses: OffenseLog, events: AssemblerEvents) {
		this.#torrent = torrent;
		this.#offenses = offenses;
		this.#events = events;
		torrent.once('close', () => {
			for (const index of [...this.#arriving.keys()]) this.#free(index);
		});
	}

	/** Whether a host sent wrong data too often. */
	isBanned(host: string): boolean {
		return this.#smartBan.isBanned(host);
	}

	/** Returns a missing piece if it may be requested from this sender. */
	pieceFor(index: number, sender: Sender): TorrentPiece | undefined {
		if (!this.#torrent.pieces[index]?.init()) return undefined;
		const allowed = this.#smartBan.allows(index, sender);
		if (allowed === 'restart') this.discard(index);
		const piece = this.#torrent.pieces[index];
		return allowed && piece?.init() ? piece : undefined;
	}

	/** Copies a block to its place. */
	add(index: number, piece: TorrentPiece, { block, bytes, sender }: Block): void {
		// After a block was re-requested, the slow peer may still send it to a complete piece, or to a discarded one: in
		// the buffer of the new one it would replace a block of another sender, who would be blamed for it.
		if (piece._flushed || this.#torrent.pieces[index] !== piece) return;
		const { data, senders } = this.#arriving.get(index) ?? this.#begin(index, piece);
		arrivingPieces.touch(data);
		const at = piece.chunkOffset(block);
		if (piece.get(block)) return;
		// Between shared and other memory, set() and copy() copy byte by byte; fill() is a memcpy.
		data.fill(bytes, at, at + bytes.length);
		senders[block] = sender;
		markReceived(piece, block, bytes.length);
		if (piece.missing > 0) return;
		this.#arriving.delete(index);
		arrivingPieces.delete(data);
		completePiece(piece);
		void writeBackpressure.during(
			piece.length,
			this.#finish(index, data, senders).finally(() => memory.release(data)),
		);
	}

	/** Discards received blocks and requests of a piece. */
	discard(index: number): void {
		const piece = this.#torrent.pieces[index];
		if (piece) this.#torrent.pieces[index] = new TorrentPiece(piece.length);
		this.#free(index);
	}

	#begin(index: number, piece: TorrentPiece): ArrivingPiece {
		const arriving: ArrivingPiece = { data: memory.allocate(piece.length), senders: [] };
		this.#arriving.set(index, arriving);
		arrivingPieces.add(arriving.data, () => this.#events.onStale(index, piece));
		return arriving;
	}

	/** Verifies a piece and writes it. */
	async #finish(index: number, data: Buffer<SharedArrayBuffer>, senders: readonly Sender[]): Promise<void> {
		const torrent = this.#torrent;
		try {
			await new Promise<void>((resolve, reject) =>
				torrent.store.put(index, data, (error) => (error ? reject(error) : resolve())),
			);
		} catch (error) {
			if (torrent.destroyed) return;
			if (error instanceof WrongPieceError) this.#rejectPiece(index, data, senders);
			else torrent._destroy(error instanceof Error ? error : new Error(String(error)));
			return;
		}
		if (torrent.destroyed) return;
		for (const offender of this.#smartBan.verified(index, data)) this.#reportWrongData(index, offender);
		torrent.pieces[index] = null;
		torrent._markVerified(index);
		for (const wire of torrent.wires) wire.have(index);
		torrent._checkDone();
		this.#events.onEnd();
	}

	/**
	 * Handles a wrong piece. A single sender is disconnected; one of several only after the correct piece arrives.
	 */
	#rejectPiece(index: number, data: Uint8Array, senders: readonly Sender[]): void {
		const all = new Set(senders);
		const [sender] = senders;
		if (all.size === 1 && sender) this.#reportWrongData(index, sender);
		else {
			this.#offenses.report(
				undefined,
				`piece ${index} of ${this.#torrent.infoHash}, from one of ${all.size} peers`,
			);
			this.#smartBan.suspect(index, data, BLOCK_BYTES, senders);
		}
		this.#torrent.pieces[index] = new TorrentPiece(data.length);
		this.#events.onEnd();
	}

	#reportWrongData(index: number, sender: Sender): void {
		const host = sender.remoteAddress ?? '';
		this.#offenses.report(host, `piece ${index} of ${this.#torrent.infoHash}`);
		this.#smartBan.disconnect(sender);
		if (this.#smartBan.isBanned(host)) this.#offenses.reportBan(host);
	}

	#free(index: number): void {
		const arriving = this.#arriving.get(index);
		if (!arriving) return;
		this.#arriving.delete(index);
		arrivingPieces.delete(arriving.data);
		memory.release(arriving.data);
	}
}

const received = new Uint8Array();

/** Marks a block as received, as `piece.set` does, but without a view of its bytes. */
function markReceived(piece: TorrentPiece, block: number, length: number): void {
	if (!piece._buffer) return;
	piece._buffer[block] = received;
	piece._buffered++;
	piece.missing -= length;
}

/** Sets a complete piece to the state that the library leaves it in, without joining its blocks. */
function completePiece(piece: TorrentPiece): void {
	piece._buffer = null;
	piece._cancellations = null;
	piece.sources = null;
	piece._flushed = true;
}
