import type { Metainfo, MetainfoFile } from '../../../../metainfo/metainfo.ts';
import type { EngineDownload } from '../../port.ts';
import type { EngineContext } from '../engine-context.ts';
import type { DataFolder } from './data-folder.ts';
import { checkDisk } from './disk-check.ts';
import { FileStore } from './store.ts';

export interface DiskDataOptions {
	readonly spec: EngineDownload;
	readonly folder: DataFolder;
	readonly context: EngineContext;
	readonly wanted: readonly MetainfoFile[];
	readonly signal: AbortSignal;
	/** Called as a check that hashes goes on, with the part that is done from 0 to 1. */
	readonly onProgress: (progress: number) => void;
}

/** A download's data on the disk: what reads and writes them, and what of them is there. */
export interface DiskData {
	readonly store: FileStore;
	readonly bitfield: Uint8Array;
	/** Is that worth telling? */
	readonly news: boolean;
}

/** Looks at the disk, as thoroughly as the download's mode and claim ask for. What was opened is closed if it fails. */
export async function openDiskData(metainfo: Metainfo, options: DiskDataOptions): Promise<DiskData> {
	const { spec, folder, context, wanted, signal, onProgress } = options;
	const { infohash, mode, bitfield: claimed } = spec;
	const store = new FileStore(metainfo, folder, context.pool);
	try {
		const found = await checkDisk({
			metainfo,
			folder,
			store,
			workers: context.workers,
			claimed: mode === 'run' ? claimed : undefined,
			wanted,
			signal,
			glances: context.smallReads,
			checks: context.checks,
			onProgress,
		});
		context.log('info', `${infohash}: ${found.read} of ${metainfo.pieceCount} pieces read from the disk`);
		// Where nothing was known the answer is told even if it is 'nothing': files in full length would be read again.
		const news = found.news || mode === 'check' || claimed === undefined;
		return { store, bitfield: found.bitfield, news };
	} catch (error) {
		await store.end();
		throw error;
	}
}
