import type { Selection, Torrent } from 'webtorrent';
import { BlockRequester, type RequestContext } from './block-requester.ts';
import type { PieceNeeds } from './piece-picker.ts';
import type { PieceRange, SelectionProgress } from './selection.ts';

/** Pieces that a torrent in the library requests: the selected ones, and first those that readers wait for. */
export class PieceRequests implements PieceNeeds {
	/** Requests blocks and assembles pieces. */
	readonly blocks: BlockRequester;
	readonly #torrent: Torrent;
	/** Pieces that readers wait for, in the order of need. They are requested even if not selected. */
	readonly #prioritized = new Set<number>();
	/** Pieces with blocks requested from a peer or a web seed. */
	readonly requested = new Set<number>();
	#selection: SelectionProgress | null = null;
	#sequence: Uint32Array | null = null;

	constructor(torrent: Torrent, context: RequestContext) {
		this.#torrent = torrent;
		this.blocks = new BlockRequester(torrent, this, context);
		const updateInterest = torrent._updateWireInterest;
		torrent._updateWireInterest = (wire) => {
			// The library is interested in every missing piece, selected or not.
			if (torrent._selections._items.length > 0) updateInterest.call(torrent, wire);
			else wire.uninterested();
		};
	}

	/** Complete pieces; undefined while the metadata is missing. */
	get bitfield(): Uint8Array | undefined {
		return this.#torrent.bitfield?.buffer;
	}

	/** 0 while the metadata is missing. */
	get pieceCount(): number {
		return this.#torrent.pieces.length;
	}

	get prioritized(): ReadonlySet<number> {
		return this.#prioritized;
	}

	priorityOf(index: number): number {
		return this.#selection?.priorityOf(index) ?? 0;
	}

	/** All priorities that pieces may have, the highest first. */
	get priorities(): readonly number[] {
		return this.#selection?.priorities ?? [];
	}

	get sequence(): Uint32Array | null {
		return this.#sequence;
	}

	isMissing(index: number): boolean {
		return this.#torrent.pieces[index] != null;
	}

	/** Whether pieces that are selected or that readers wait for are missing. */
	get isIncomplete(): boolean {
		return !this.#torrent.destroyed && ((this.#selection?.missing ?? 0) > 0 || this.#prioritized.size > 0);
	}

	/** Whether metadata, a selected piece, or a piece that a reader waits for is missing. */
	get needsPeers(): boolean {
		if (!this.#torrent.ready || (this.#selection?.missing ?? 0) > 0) return true;
		for (const index of this.#prioritized) if (this.#torrent.pieces[index]) return true;
		return false;
	}

	/** Changes the selected pieces with their priorities, and whether they are requested in their order. */
	select(selection: SelectionProgress, sequential: boolean): void {
		this.#selection = selection;
		this.#sequence = sequential ? selection.sequence() : null;
		this.blocks.forgetChoices();
		const { _selections: selections } = this.#torrent;
		const prioritized = selections._items.filter(({ isStreamSelection }) => isStreamSelection);
		selections._items = [...prioritized, ...selectionsOf(selection.ranges(), false)];
		this.#torrent._updateSelections();
	}

	/**
	 * Requests these pieces first, selected or not, in this order. The library processes its selections in
	 * sequence. It re-requests blocks of critical pieces from faster peers.
	 */
	prioritize(ranges: readonly PieceRange[]): void {
		const torrent = this.#torrent;
		if (ranges.length === 0 && this.#prioritized.size === 0) return;
		this.#prioritized.clear();
		torrent._critical = [];
		for (const { from, to } of ranges) {
			for (let index = from; index <= to; index++) {
				this.#prioritized.add(index);
				torrent._critical[index] = true;
			}
		}
		const before = torrent._selections._items;
		const selected = before.filter(({ isStreamSelection }) => !isStreamSelection);
		torrent._selections._items = [...selectionsOf(ranges, true), ...selected];
		// Interest depends on the existence of selections, not their content. Calculating it costs pieces times
		// peers.
		if ((before.length === 0) !== (torrent._selections._items.length === 0)) torrent._updateSelections();
		else torrent._update();
	}

	/** Returns bytes of selected files in incomplete pieces. They are lost at the end. */
	bytesInProgress(): number {
		if (this.#torrent.destroyed) return 0;
		let bytes = 0;
		for (const index of this.requested) {
			const piece = this.#torrent.pieces[index];
			if (!piece) {
				this.requested.delete(index);
				continue;
			}
			bytes += Math.min(piece.length - piece.missing, this.#selection?.bytesOf(index) ?? 0);
		}
		return bytes;
	}
}

/** Returns selections for the library. Readers' pieces are stream selections. */
function selectionsOf(ranges: readonly PieceRange[], isStreamSelection: boolean): Selection[] {
	return ranges.map((range) => ({ ...range, offset: 0, priority: 0, isStreamSelection }));
}
