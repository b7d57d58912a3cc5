import fc from 'fast-check';
import { stringifyExact } from '../../../source/protocol/exact-json.ts';
import { FrameReader, frameLine, frameServerSent } from '../../../source/protocol/framing.ts';
import { bytesOf, mutated, target } from '../target.ts';

const message = ['torrent_finished', { infohash: 'ab'.repeat(20), name: 'é 漢', hidden: false }] as const;
const originals = [
	`${frameServerSent(...message)}${frameServerSent(...message)}`,
	`${frameLine(...message)}${frameLine(...message)}`,
	': keep-alive\r\n\r\nid: 7\r\nretry: 100\r\ndata: {"topic":"x","kwargs":{"a":[1,2,{"b":null}]}}\r\n\r\n',
];

/** Events: any bytes give the same messages, however they are split. */
export const eventFraming = target({
	name: 'event framing',
	input: fc.record({
		bytes: fc.oneof(mutated(originals), bytesOf(300)),
		cuts: fc.array(fc.nat(), { maxLength: 20 }),
	}),
	check({ bytes, cuts }) {
		const all = Buffer.from(bytes, 'base64');
		const places = [...new Set(cuts.map((cut) => cut % (all.length + 1)))].sort((a, b) => a - b);
		const parts = [0, ...places].map((place, index) => all.subarray(place, places[index]));
		const [whole, inParts] = [read([all]), read(parts)];
		if (whole !== inParts) throw new Error(`${whole} became ${inParts} in parts`);
	},
});

function read(parts: readonly Uint8Array[]): string {
	const reader = new FrameReader();
	return stringifyExact(parts.flatMap((part) => reader.read(part)));
}
