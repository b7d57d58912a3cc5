import { expect, test } from 'vitest';
import { flagsInWords, peerColumns } from '../../source/columns/peers.ts';
import { decode } from '../../source/protocol/decode.ts';
import { Peer } from '../../source/protocol/resources/peer.ts';

const truths = [false, true] as const;
const combinations = truths.flatMap((uchoked) => truths.map((dchoked) => ({ uchoked, dchoked })));

/** uchoked: the peer chokes us. dchoked: we choke the peer. */
test.each(combinations)('peer flags state who may send: %j', ({ uchoked, dchoked }) => {
	const fields = { ip: '192.0.2.7', direction: 'R', dinterested: true, uinterested: true, uchoked, dchoked };
	const peer = decode(Peer, fields).value;
	const flags = peerColumns.find(({ id }) => id === 'flags');
	expect(flags?.value(peer, 8)).toBe(`R${uchoked ? 'd' : 'D'}${dchoked ? 'u' : 'U'}`);
	const words = flagsInWords(peer);
	expect(words).toContain(
		uchoked ? 'd we want its data but it does not send yet' : 'D we want its data and it sends',
	);
	expect(words).toContain(
		dchoked ? 'u it wants our data but we do not send yet' : 'U it wants our data and we send',
	);
});
