import type { Column } from '../../../../../columns/column.ts';
import { growingColumn, textColumn } from '../../../../../columns/declare.ts';
import { textOrDash, unknown } from '../../../../../columns/figures.ts';
import { sanitize } from '../../../../../format/sanitize.ts';
import type { OpenSocket } from '../../../../../protocol/resources/debug.ts';
import { MARK_MS, type Observed } from '../../../../../state/list/observed.ts';
import { changeColumn, itemColumn, observedKind } from '../../observed-list.ts';
import { processColumn, processOf } from '../../process-column.ts';

/** Numbers of SOCK_STREAM, SOCK_DGRAM and SOCK_RAW, the same on Linux, macOS and Windows. */
const types: ReadonlyMap<number, string> = new Map([
	[1, 'tcp'],
	[2, 'udp'],
	[3, 'raw'],
]);
/** Numbers of AF_INET6 on Linux, Windows, macOS and FreeBSD. */
const sixth: ReadonlySet<number> = new Set([10, 23, 30, 28]);
const AF_UNIX = 1;

/** Returns the protocol: 'tcp', 'udp6', 'unix', or the numbers if they are unknown. */
export function protocolOf({ family, type }: OpenSocket): string {
	if (family === AF_UNIX) return 'unix';
	const name = type === undefined ? unknown : (types.get(type) ?? `type ${type}`);
	return family !== undefined && sixth.has(family) ? `${name}6` : name;
}

/** Returns an address; '' for none. Services report an empty one as '-'. */
export function addressOf(address: string | undefined): string {
	return address === undefined || address === '-' ? '' : address;
}

/** Returns the status; '' for none. UDP sockets have 'NONE'. */
export function statusOf({ status = '' }: OpenSocket): string {
	return status === 'NONE' ? '' : status;
}

export const openSocketColumns: readonly Column<Observed<OpenSocket>>[] = [
	itemColumn<OpenSocket>({
		...textColumn('protocol', 'PROTO', 6, 2, protocolOf),
		sortKey: protocolOf,
	}),
	itemColumn<OpenSocket>(processColumn(4)),
	itemColumn<OpenSocket>({
		...textColumn('local', 'LOCAL', 21, 3, ({ laddr }) => textOrDash(addressOf(laddr))),
		sortKey: ({ laddr }) => addressOf(laddr),
	}),
	itemColumn<OpenSocket>({
		...growingColumn('remote', 'REMOTE', 14, ({ raddr }) => textOrDash(addressOf(raddr))),
		sortKey: ({ raddr }) => addressOf(raddr),
	}),
	itemColumn<OpenSocket>({
		...textColumn('status', 'STATUS', 11, 0, (socket) => textOrDash(statusOf(socket))),
		sortKey: statusOf,
		isStatus: true,
		tone: (socket) => (statusOf(socket) === 'ESTABLISHED' ? 'good' : 'normal'),
	}),
	changeColumn(),
];

export const openSocketKind = observedKind(openSocketColumns, {
	identify: (socket) =>
		[processOf(socket), socket.fd, socket.family, socket.type, socket.laddr, socket.raddr].join(' '),
	stateOf: statusOf,
	markMs: MARK_MS,
});

/** Returns the host of an address without its port. */
export function hostOf(address: string): string {
	return address.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1');
}

/** Maximum number of values in a count. */
const MAX_COUNTED = 4;

/** Counts values: '7× ESTABLISHED, 2× LISTEN, 3 others'. The most frequent first. Sanitized. */
export function countsOf(values: readonly string[]): string {
	const counts = new Map<string, number>();
	for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
	const sorted = [...counts].sort(([one, a], [other, b]) => b - a || (one < other ? -1 : 1));
	const rest = sorted.slice(MAX_COUNTED).reduce((sum, [, count]) => sum + count, 0);
	return [
		...sorted.slice(0, MAX_COUNTED).map(([value, count]) => `${count}× ${sanitize(value, 60)}`),
		...(rest > 0 ? [`${rest} others`] : []),
	].join(', ');
}
