import type WebTorrent from 'webtorrent';
import type { Torrent } from 'webtorrent';
import { bitfieldOf, setPiece } from '../metainfo/layout.ts';
import { parseTorrent } from '../metainfo/metainfo.ts';
import type { DemoContent, DemoKind } from './content.ts';
import { varyingRate } from './pace.ts';
import { waitForPeers } from './seeding.ts';
import { PacedStore } from './stores.ts';

const KIB = 1024;

/** Mean rates of torrents that take a while, bytes per second. They are not on the disk of the swarm. */
const RATES: Partial<Readonly<Record<DemoKind, number>>> = {
	slow: 256 * KIB,
	long: 220 * KIB,
	trickle: 28 * KIB,
	partial: 200 * KIB,
};
/** Rates of episodes, one after the other. */
const EPISODE_RATES = [180 * KIB, 90 * KIB, 320 * KIB, 140 * KIB];
/** Share of the partial torrent that exists. */
const PART = 0.62;
/** Time without requests after which a torrent is idle: complete, stopped or removed. */
const IDLE_AFTER_MS = 5_000;

/** Returns the mean rate of a torrent without data on the disk; undefined for the others. */
export function rateOf({ kind }: DemoContent, number = 0): number | undefined {
	return kind === 'episode' ? EPISODE_RATES[number % EPISODE_RATES.length] : RATES[kind];
}

/** A torrent that the swarm seeds at a rate of its own. */
export class PacedSeed {
	readonly #store: PacedStore;
	readonly #torrent: Torrent;

	constructor(peer: WebTorrent, torrent: Uint8Array, { kind, name }: DemoContent, rate: number) {
		const { pieceLength, pieceCount: count } = parseTorrent(torrent);
		const existing = kind === 'partial' ? Math.round(count * PART) : count;
		this.#store = new PacedStore({ name, pieceLength, pieces: existing }, varyingRate(name, rate));
		const common = { preloadedStore: this.#store, storeCacheSlots: 0 };
		if (existing === count) {
			this.#torrent = waitForPeers(peer.add(torrent, { ...common, skipVerify: true }));
			return;
		}
		const bitfield = bitfieldOf(count);
		for (let index = 0; index < existing; index++) setPiece(bitfield, index, true);
		this.#torrent = peer.add(torrent, { ...common, bitfield });
	}

	/** Whether it was requested a moment ago. */
	get isActive(): boolean {
		return performance.now() - this.#store.lastRead < IDLE_AFTER_MS;
	}

	/** Whether it was ever requested. */
	get isUsed(): boolean {
		return this.#store.lastRead > Number.NEGATIVE_INFINITY;
	}

	get isClosed(): boolean {
		return this.#torrent.destroyed;
	}

	onError(listener: (error: unknown) => void): void {
		this.#torrent.on('error', listener);
	}

	close(): void {
		this.#torrent.destroy({ destroyStore: false }, () => {});
	}
}
