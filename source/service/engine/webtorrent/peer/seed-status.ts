import Wire from 'bittorrent-protocol';
import type { Torrent } from 'webtorrent';

/** Whether the peer of a connection has every piece. */
const seedStatus = new WeakMap<Wire, () => boolean>();

/**
 * Makes `isSeeder` of all connections return the result of `trackSeedStatus`. The accessor is on the prototype,
 * because V8 turns an object with its own accessor into a slow dictionary. To be called once.
 */
export function hookSeedStatus(): void {
	Object.defineProperty(Wire.prototype, 'isSeeder', {
		get(this: Wire) {
			return seedStatus.get(this)?.();
		},
		set() {},
	});
}

/**
 * Makes `isSeeder` of a connection true exactly while the peer has every piece. The library treats a peer without
 * announced pieces as a seed, even after it announces some, and never unchokes it.
 */
export function trackSeedStatus(torrent: Torrent, wire: Wire): void {
	/** All pieces before this one are complete. */
	let complete = 0;
	const reset = (): void => {
		complete = 0;
	};
	for (const event of ['bitfield', 'have-none']) wire.on(event, reset);
	wire.lt_donthave?.on('donthave', reset);
	seedStatus.set(wire, () => {
		const count = torrent.pieces.length;
		while (complete < count && wire.peerPieces.get(complete)) complete++;
		return count > 0 && complete === count;
	});
}
