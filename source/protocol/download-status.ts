/**
 * The download statuses without their DLSTATUS_ prefix, each at its status_code (interface, part 3; the codes
 * are those of services in the field).
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
] as const;

export type DownloadStatus = (typeof downloadStatuses)[number];

/** The numeric form of a status. */
export function statusCode(status: DownloadStatus): number {
	return downloadStatuses.indexOf(status);
}

/** Without prefix and with the interface's spelling; what is not known stays as it came. */
export function canonicalStatus(status: string): string {
	const bare = status.startsWith('DLSTATUS_') ? status.slice('DLSTATUS_'.length) : status;
	return bare === 'WAITING_FOR_HASHCHECK' ? 'WAITING4HASHCHECK' : bare;
}
