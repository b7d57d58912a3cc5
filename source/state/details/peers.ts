import { peerAddress, peerColumns } from '../../columns/peers.ts';
import type { Peer } from '../../protocol/resources/peer.ts';
import { takeRows } from '../list/list.ts';
import { noRows, type RowKind, type Rows, sortKeysOf } from '../list/rows.ts';

/** Connected peers of the download. */
export interface PeersSlice extends Rows<Peer> {
	/** Time of the response, Unix ms; undefined before the first one. */
	readonly at: number | undefined;
}

export const noPeers: PeersSlice = { ...noRows, at: undefined };

/** The key includes the id, because one address can have two connections. */
export const peerKind: RowKind<Peer> = {
	keyOf: (peer) => `${peerAddress(peer)} ${peer.id ?? ''}`,
	nameOf: peerAddress,
	sortKeyOf: sortKeysOf(peerColumns),
};

export function takePeers(slice: PeersSlice, peers: readonly Peer[], at: number): PeersSlice {
	return { ...takeRows(peerKind, slice, peers).slice, at };
}
