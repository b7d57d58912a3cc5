import Wire from 'bittorrent-protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OpenRequests } from '../../../source/service/engine/webtorrent/peer/open-requests.ts';
import { sendTogether } from '../../../source/service/engine/webtorrent/peer/send-together.ts';

const BLOCK = 16_384;

/** Returns a wire whose peer allows requests, with its open requests. */
function unchoked() {
	const wire = new Wire('tcpOutgoing');
	wire._onUnchoke();
	return { wire, open: new OpenRequests(wire) };
}

test('OpenRequests finds requests that are answered in any order, repeated, refused or dropped by a choke', () => {
	const steps = fc.array(
		fc.record({
			what: fc.constantFrom('request', 'request', 'request', 'answer', 'answer', 'choke'),
			block: fc.nat(5),
		}),
		{ maxLength: 60 },
	);
	fc.assert(
		fc.property(steps, (all) => {
			const { wire, open } = unchoked();
			const blocks: number[] = [];
			for (const { what, block } of all) {
				if (what === 'choke') {
					wire._onChoke();
					wire._onUnchoke();
					blocks.length = 0;
				} else if (what === 'request') {
					wire.request(3, block * BLOCK, BLOCK, () => {});
					blocks.push(block);
				} else {
					const isOpen = blocks.includes(block);
					expect(open.has(3, block * BLOCK, BLOCK)).toBe(isOpen);
					expect(open.has(3, block * BLOCK, 1)).toBe(false);
					expect(wire._pull(wire.requests, 3, block * BLOCK, BLOCK)?.offset).toBe(
						isOpen ? block * BLOCK : undefined,
					);
					if (isOpen) blocks.splice(blocks.indexOf(block), 1);
				}
				const left = wire.requests.map(({ offset }) => offset / BLOCK).sort();
				expect(left).toEqual([...blocks].sort());
			}
		}),
	);
});

test('OpenRequests leaves the requests of the peer to the library', () => {
	const { wire } = unchoked();
	wire.peerRequests.push({ piece: 1, offset: 0, length: BLOCK });
	expect(wire._pull(wire.peerRequests, 1, 0, BLOCK)).toMatchObject({ piece: 1 });
	expect(wire.peerRequests).toEqual([]);
});

test('requests that are sent together are one write, and none if there are none', () => {
	const { wire } = unchoked();
	const written: Uint8Array[] = [];
	wire._push = (data) => written.push(data);
	sendTogether(wire, () => {});
	sendTogether(wire, () => {
		for (const index of [1, 2, 3]) wire.request(index, 0, BLOCK, () => {});
	});
	wire.request(4, 0, BLOCK, () => {});
	expect(written.map(({ length }) => length)).toEqual([3 * 17, 17]);
});
