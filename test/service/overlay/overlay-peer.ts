import { connect } from 'node:net';
import { ForeignPeer, framed, handshakeOf, portOf } from '../engine/foreign-peer.ts';
import type { Lab } from '../engine/lab.ts';

/** Infohash of the overlay: SHA-1 of 'seedtop overlay 1'. */
export const infohash = '94bba69b0648dc25a2e107c67f1442e0ed590e95';

/** Number that our side gives to the extension. */
const OUR_NUMBER = 9;

/** A message of the extensions (BEP 10). Number 0 is their handshake. */
export function extended(number: number, payload: string | Uint8Array): Buffer {
	return framed(20, number, Buffer.from(payload));
}

/** Handshake of a peer with the overlay. `port` is a bencoded value. */
export function overlayHandshake(port = 'i4711e'): Buffer {
	return extended(0, `d1:md15:seedtop_overlayi${OUR_NUMBER}ee1:p${port}e`);
}

/** Connects to an engine and sends bytes. */
export function peerThatSends(target: Lab, ...messages: Buffer[]): ForeignPeer {
	const peer = new ForeignPeer(connect(portOf(target), '127.0.0.1'));
	peer.send(...messages);
	return peer;
}

/** Connects a peer that speaks the overlay. Resolves with it and the number that the engine gave to the extension. */
export async function overlayPeer(target: Lab, port?: string) {
	const peer = peerThatSends(target, handshakeOf(infohash), overlayHandshake(port));
	await peer.until(
		"the engine's extensions",
		() => extensionsOf(peer) !== undefined || peer.socket.destroyed,
	);
	const [, number] = /15:seedtop_overlayi(\d+)e/.exec(extensionsOf(peer) ?? '') ?? [];
	if (number === undefined) throw new Error('the engine offered no overlay');
	return { peer, number: Number(number) };
}

/** Returns the handshake of the extensions that a peer received. */
export function extensionsOf(peer: ForeignPeer): string | undefined {
	return peer
		.of(20)
		.find((message) => message[1] === 0)
		?.toString('latin1', 2);
}

export async function untilDropped(peer: ForeignPeer): Promise<void> {
	await peer.until('the end of the connection', () => peer.socket.destroyed);
}
