import { sanitize } from '../format/sanitize.ts';
import { percent } from '../format/share.ts';
import type { Peer } from '../protocol/resources/peer.ts';
import type { Column, Tone } from './column.ts';
import { growingColumn, numberColumn, rankedColumn, textColumn } from './declare.ts';
import { amount, formatOrDash, share, sortable } from './figures.ts';

/** Declares a column of amounts, sorted with the greatest first. */
function amountColumn(
	id: string,
	title: string,
	dropOrder: number,
	read: (peer: Peer) => number | undefined,
	busy?: Tone,
): Column<Peer> {
	return {
		...rankedColumn(id, title, 8, dropOrder, read, amount),
		...(busy ? { tone: (peer: Peer) => ((read(peer) ?? 0) > 0 ? busy : 'faint') } : {}),
	};
}

/** Minimum share of a line for client names, 0 to 1: they are short, and the address identifies a peer. */
export const CLIENT_SHARE = 0.15;

/** The columns of the list of peers. */
export const peerColumns: readonly Column<Peer>[] = [
	{ ...textColumn('address', 'ADDRESS', 21, 0, peerAddress), wideWidth: 28, sortKey: addressKey },
	{
		...growingColumn('client', 'CLIENT', 12, ({ extended_version }) => extended_version ?? ''),
		sortKey: ({ extended_version }) => extended_version ?? '',
	},
	{
		...numberColumn('completed', 'DONE', 6, 1, ({ completed }) => formatOrDash(completed, percent)),
		data: ({ completed }) => completed,
		sortKey: ({ completed }) => (completed === undefined ? sortable(completed) : share(completed)),
		greatestFirst: true,
	},
	amountColumn('down', 'DOWN/S', 2, ({ downrate }) => downrate, 'busy'),
	amountColumn('up', 'UP/S', 3, ({ uprate }) => uprate, 'good'),
	amountColumn('received', 'RECEIVED', 5, ({ dtotal }) => dtotal),
	amountColumn('sent', 'SENT', 6, ({ utotal }) => utotal),
	{
		...textColumn('flags', 'FLAGS', 8, 4, (peer) => flagsOf(peer).join('')),
		spoken: flagsInWords,
		sortKey: (peer) => flagsOf(peer).join(''),
	},
];

/** Returns the IPv4 address of an IPv4-mapped one: '::ffff:192.0.2.7'. */
function plainAddress(ip: string): string {
	return ip.replace(/^::ffff:(\d+\.)/i, '$1');
}

/** Returns the address of a peer: '192.0.2.7:6881'. IPv6 addresses are in brackets. Untrusted text. */
export function peerAddress({ ip: address, port }: Peer): string {
	const ip = plainAddress(address);
	// Omit an invalid port.
	if (port === undefined || !(port >= 0 && port <= 65_535)) return ip;
	return ip.includes(':') ? `[${ip}]:${port}` : `${ip}:${port}`;
}

/** Returns the sort key of an address. IPv4 addresses are sorted numerically, before all others. */
function addressKey({ ip: address, port }: Peer): string {
	const ip = plainAddress(address);
	const numbers = /^\d{1,3}(\.\d{1,3}){3}$/.test(ip)
		? ip
				.split('.')
				.map((part) => part.padStart(3, '0'))
				.join('.')
		: `x${ip}`;
	return `${numbers} ${String(port ?? 0).padStart(5, '0')}`;
}

const meanings: Readonly<Record<string, string>> = {
	L: 'we connected to it',
	R: 'it connected to us',
	D: 'we want its data and it sends',
	d: 'we want its data but it does not send yet',
	U: 'it wants our data and we send',
	u: 'it wants our data but we do not send yet',
	S: 'it has everything',
	O: 'it has the slot for new peers (optimistic unchoke)',
	X: 'it does not send the data we requested',
};

function flagsOf(peer: Peer): string[] {
	return [
		sanitize(peer.direction ?? '', 4),
		// A side may send while the other one does not choke it. If that is unknown there is no flag.
		peer.dinterested && peer.uchoked !== undefined ? (peer.uchoked ? 'd' : 'D') : '',
		peer.uinterested && peer.dchoked !== undefined ? (peer.dchoked ? 'u' : 'U') : '',
		peer.seed ? 'S' : '',
		peer.optimistic ? 'O' : '',
		peer.snubbed ? 'X' : '',
	].filter((flag) => flag !== '');
}

/** Returns the flags of a peer with their meanings: 'L we connected to it, S it has everything'. */
export function flagsInWords(peer: Peer): string {
	const found = [
		peer.from_dht ? 'the DHT' : '',
		peer.from_pex ? 'other peers' : '',
		peer.from_lsd ? 'the local network' : '',
	].filter((source) => source !== '');
	return [
		...flagsOf(peer).map((flag) => `${flag} ${meanings[flag] ?? ''}`.trim()),
		...(found.length > 0 ? [`known from ${found.join(' and ')}`] : []),
	].join(', ');
}
