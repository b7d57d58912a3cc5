import { peerAddress, peerColumns } from '../../columns/peers.ts';
import type { Peer } from '../../protocol/resources/peer.ts';
import { takeRows } from '../list/list.ts';
import { noRows, type RowKind, type Rows } from '../list/rows.ts';

/** The connected peers of the download that the details are about. */
export interface PeersSlice extends Rows<Peer> {
	/** When they came, milliseconds since 1970; undefined before the first answer. */
	readonly at: number | undefined;
}

export const noPeers: PeersSlice = { ...noRows, at: undefined };

const sortKeys = new Map(peerColumns.map(({ id, sortKey }) => [id, sortKey]));

/** One address may be there twice, with two connections. */
export const peerKind: RowKind<Peer> = {
	keyOf: (peer) => `${peerAddress(peer)} ${peer.id ?? ''}`,
	nameOf: peerAddress,
	sortKeyOf: (column) => sortKeys.get(column),
};

export function takePeers(slice: PeersSlice, peers: readonly Peer[], at: number): PeersSlice {
	return { ...takeRows(peerKind, slice, peers).slice, at };
}
