import { webcrypto } from 'node:crypto';
import type { Metainfo } from '../../../metainfo/metainfo.ts';
import type { FileStore } from './store.ts';

/** Pieces read and hashed at the same time: reading one while the other is hashed. */
const CONCURRENCY = 2;

/**
 * Reads and hashes pieces and calls `onPiece` for each. A piece that cannot be read counts as not there. The hashing
 * happens on other threads. Rejects with the signal's reason when it is aborted.
 */
export async function hashPieces(
	metainfo: Metainfo,
	store: FileStore,
	pieces: readonly number[],
	signal: AbortSignal,
	onPiece: (index: number, good: boolean) => void,
): Promise<void> {
	let next = 0;
	const work = async (): Promise<void> => {
		for (let at = next++; at < pieces.length; at = next++) {
			signal.throwIfAborted();
			const index = pieces[at];
			if (index === undefined) return;
			onPiece(index, await isGood(metainfo, store, index));
		}
	};
	await Promise.all(Array.from({ length: CONCURRENCY }, work));
	signal.throwIfAborted();
}

async function isGood(metainfo: Metainfo, store: FileStore, index: number): Promise<boolean> {
	let data: Uint8Array;
	try {
		data = await store.read(index);
	} catch {
		// Whatever the reason, these bytes cannot be given to anyone: the piece is not there.
		return false;
	}
	const digest = Buffer.from(await webcrypto.subtle.digest('SHA-1', data));
	return digest.equals(metainfo.pieceHashes.subarray(index * 20, index * 20 + 20));
}
