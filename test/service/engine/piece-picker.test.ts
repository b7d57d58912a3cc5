import type Wire from 'bittorrent-protocol';
import { expect, test } from 'vitest';
import type { Torrent } from 'webtorrent';
import { PiecePicker } from '../../../source/service/engine/webtorrent/pieces/piece-picker.ts';

const MEBIBYTE = 1024 * 1024;

/** Returns a picker of unfinished pieces, and a peer that has all of them. One block of each piece is requested. */
function picking(pieceBytes: number, peers: readonly number[], priorityOf = (_: number) => 1) {
	const requests: { readonly piece: number }[] = [];
	const requested = new Set<number>();
	const torrent = {
		pieces: peers.map(() => ({ length: pieceBytes })),
		_rarityMap: { _pieces: peers },
		_request: (_: Wire, piece: number) => {
			if (requested.has(piece)) return false;
			requested.add(piece);
			requests.push({ piece });
			return true;
		},
	};
	const wire = { requests, peerPieces: { get: () => true } };
	const needs = { priorityOf, sequence: null, prioritized: new Set<number>(), requested };
	const picker = new PiecePicker(torrent as unknown as Torrent, needs);
	return {
		/** Requests blocks. Returns the pieces of all requests, in their order. */
		request: (most: number) => {
			picker.request(wire as unknown as Wire, most);
			return requests.map(({ piece }) => piece);
		},
	};
}

test('the rarest pieces are requested first, at random among equals', () => {
	// The second half is rarer.
	const peers = Array.from({ length: 200 }, (_, index) => (index < 100 ? 2 : 1));
	const orders = [picking(16_384, peers), picking(16_384, peers)].map(({ request }) => request(200));
	for (const order of orders) {
		expect(new Set(order).size).toBe(200);
		expect(Math.min(...order.slice(0, 100))).toBe(100);
	}
	// Peers that are asked in the same order have nothing to exchange.
	const [first = [], second = []] = orders.map((order) => order.slice(0, 50));
	expect(first.filter((piece) => second.includes(piece)).length).toBeLessThan(45);
});

test('pieces of a higher priority are requested before rarer ones, and unselected ones never', () => {
	const { request } = picking(16_384, [1, 1, 2, 2, 3, 3], (index) => index >> 1);
	const order = request(6);
	expect(order.map((index) => index >> 1)).toEqual([2, 2, 1, 1]);
});

test.each([
	[MEBIBYTE, 64],
	[64 * MEBIBYTE, 4],
])('a peer with open requests for pieces of %i bytes is asked for %i of them', (pieceBytes, most) => {
	const { request } = picking(pieceBytes, new Array(200).fill(1));
	expect(request(200)).toHaveLength(most);
});
