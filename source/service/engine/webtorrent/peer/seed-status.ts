import Wire from 'bittorrent-protocol';
import type { Torrent } from 'webtorrent';

/** Whether the peer of a connection has every piece. */
const seedStatus = new WeakMap<Wire, () => boolean>();

/**
 * Makes `isSeeder` of all connections say what `trackSeedStatus` finds. V8 turns an object with an accessor of its own
 * into a slow dictionary, so the accessor is on the prototype. To be called once.
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
 * Makes `isSeeder` of a connection true exactly while the peer has every piece. The library takes a peer that has not
 * named its pieces yet for a seed, keeps that when it names some, and then gives it no upload slot.
 */
export function trackSeedStatus(torrent: Torrent, wire: Wire): void {
	/** All pieces before this one are there. */
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
