import { bytes } from '../format/bytes.ts';
import { percent } from '../format/share.ts';
import type { Peer } from '../protocol/resources/peer.ts';
import type { Column } from './column.ts';
import { growingColumn, numberColumn, textColumn } from './declare.ts';

const flow = (rate: number) => (rate > 0 ? bytes(rate) : '–');

/** The columns of the list of peers. */
export const peerColumns: readonly Column<Peer>[] = [
	textColumn('address', 'ADDRESS', 21, 0, addressOf),
	growingColumn('client', 'CLIENT', 12, ({ extended_version }) => extended_version ?? ''),
	numberColumn('completed', 'DONE', 6, 1, ({ completed }) => percent(completed)),
	numberColumn('down', 'DOWN/S', 8, 2, ({ downrate }) => flow(downrate)),
	numberColumn('up', 'UP/S', 8, 3, ({ uprate }) => flow(uprate)),
	numberColumn('received', 'RECEIVED', 8, 5, ({ dtotal }) => flow(dtotal)),
	numberColumn('sent', 'SENT', 8, 6, ({ utotal }) => flow(utotal)),
	textColumn('flags', 'FLAGS', 8, 4, flagsOf),
];

/** An address of version 6 is told from its port by brackets. */
function addressOf({ ip, port }: Peer): string {
	if (port === undefined) return ip;
	return ip.includes(':') ? `[${ip}]:${port}` : `${ip}:${port}`;
}

/**
 * L or R: who opened the connection. D and d: we want of it, and it lets us, or not (U and u the other way about).
 * S: a seed; O: an optimistic unchoke; X: snubbed.
 */
function flagsOf(peer: Peer): string {
	const down = peer.dinterested ? (peer.dchoked ? 'd' : 'D') : '';
	const up = peer.uinterested ? (peer.uchoked ? 'u' : 'U') : '';
	const rest = [peer.seed ? 'S' : '', peer.optimistic ? 'O' : '', peer.snubbed ? 'X' : ''].join('');
	return `${peer.direction ?? ''}${down}${up}${rest}`;
}
