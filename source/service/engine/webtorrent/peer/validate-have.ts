import type Wire from 'bittorrent-protocol';
import type { Torrent } from 'webtorrent';

/**
 * Disconnects a peer that announces pieces that do not exist (BEP 3). The library accepts any piece number and a
 * bitfield of any length.
 */
export function validateHave(torrent: Torrent, wire: Wire): void {
	// 0 until the metadata is known.
	const count = (): number => torrent.pieces.length;
	const mismatch = (length: number): boolean => count() > 0 && length !== Math.ceil(count() / 8);
	const have = wire._onHave;
	wire._onHave = (index) => {
		if (index < 0 || (count() > 0 && index >= count())) wire.destroy();
		else have.call(wire, index);
	};
	const bitfield = wire._onBitField;
	wire._onBitField = (bytes) => {
		if (mismatch(bytes.length)) wire.destroy();
		else bitfield.call(wire, bytes);
	};
}
