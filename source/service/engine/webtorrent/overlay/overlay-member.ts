import type { Socket } from 'node:net';
import type Wire from 'bittorrent-protocol';
import type Peer from 'webtorrent/lib/peer.js';
import { codeOf } from '../../../../basics/error.ts';
import type { OverlayConnection } from './overlay-connection.ts';

/** Reasons for the end of a connection. */
export const memberText = {
	noAddress: 'it is not a host and a port',
	tooMany: 'too many connections',
	tooManyDials: 'too many attempts at once',
	replaced: 'another connection takes its place',
	noExtension: 'it is not a service with an overlay',
	outOfOrder: 'it does not follow the protocol',
	noHandshake: 'it did not respond in time',
	hungUp: 'it closed the connection',
	closed: 'the overlay is closed',
	refused: 'the connection was refused',
};

/** A peer with a connected socket. */
export interface Member {
	readonly peer: Peer;
	readonly socket: Socket;
	readonly isOutgoing: boolean;
	/** IP address. */
	readonly host: string;
	/** Network whose share of the incoming connections it takes. */
	readonly network: string | undefined;
	/** Time of its begin, `performance.now()`. */
	readonly sinceMs: number;
	/** Dialed host:port; undefined for an incoming one. */
	readonly dialed: string | undefined;
	/** Called when both handshakes are over, or the peer has ended before. */
	readonly opened: () => void;
	readonly failed: (error: unknown) => void;
	/** Set when both handshakes are over. */
	connection?: OverlayConnection;
}

/** Ends a peer. */
export function drop(peer: Peer, reason: string): void {
	peer.destroy(new Error(reason));
}

/** Returns the host:port at which a peer accepts connections. An incoming one states its port (BEP 10). */
export function addressOf({ dialed, host }: Member, wire: Wire): string | undefined {
	if (dialed !== undefined) return dialed;
	const { p } = wire.peerExtendedHandshake;
	if (!isPort(p)) return undefined;
	const ip = host.replace(/^::ffff:(\d+\.)/, '$1');
	return ip.includes(':') ? `[${ip}]:${p}` : `${ip}:${p}`;
}

export function isPort(port: unknown): port is number {
	return typeof port === 'number' && Number.isInteger(port) && port > 0 && port < 65_536;
}

export function isByte(number: number | undefined): number is number {
	return number !== undefined && Number.isInteger(number) && number > 0 && number < 256;
}

/** Returns the reason of an end, without a period. */
export function endReason(error: unknown): string {
	if (!(error instanceof Error)) return memberText.hungUp;
	if (codeOf(error) === 'ECONNREFUSED') return memberText.refused;
	return error.message;
}
