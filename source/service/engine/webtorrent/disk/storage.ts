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
	/** Called during a hash check with the share done, 0 to 1. */
	readonly onProgress: (progress: number) => void;
}

/** Data of a download on the disk: its store and its complete pieces. */
export interface DiskData {
	readonly store: FileStore;
	readonly bitfield: Uint8Array;
	/** Whether the bitfield must be reported. */
	readonly news: boolean;
}

/** Checks the disk as the download's mode and claim require. Closes the store on failure. */
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
		// Without a claim even an empty result is reported. Otherwise sparse files would be read again.
		const news = found.news || mode === 'check' || claimed === undefined;
		return { store, bitfield: found.bitfield, news };
	} catch (error) {
		await store.end();
		throw error;
	}
}
