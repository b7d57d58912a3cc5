import { type DownloadRecord, initialDownload } from '../../source/service/storage/record.ts';

/** Returns the record of a running download without data. */
export function blankRecord(infohash: string): DownloadRecord {
	return {
		...initialDownload,
		infohash,
		name: infohash,
		magnet: '',
		size: 1,
		totalPieces: 1,
		trackers: [],
		destination: '/nowhere',
		hops: 0,
		safeSeeding: false,
		timeAdded: 1_795_206_986,
	};
}
