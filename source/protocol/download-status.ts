/**
 * The download statuses without their DLSTATUS_ prefix. Each index is the status_code (interface, part 3, with the
 * codes of services in the field).
 */
export const downloadStatuses = [
	'ALLOCATING_DISKSPACE',
	'WAITING4HASHCHECK',
	'HASHCHECKING',
	'DOWNLOADING',
	'SEEDING',
	'STOPPED',
	'STOPPED_ON_ERROR',
	'METADATA',
	'CIRCUITS',
	'EXIT_NODES',
	'MOVING',
	'QUEUED',
] as const;

export type DownloadStatus = (typeof downloadStatuses)[number];

/** Returns the numeric form of a status. */
export function statusCode(status: DownloadStatus): number {
	return downloadStatuses.indexOf(status);
}

/** Removes the prefix and applies the interface's spelling. Unknown statuses are unchanged. */
export function canonicalStatus(status: string): string {
	const bare = status.startsWith('DLSTATUS_') ? status.slice('DLSTATUS_'.length) : status;
	return bare === 'WAITING_FOR_HASHCHECK' ? 'WAITING4HASHCHECK' : bare;
}
