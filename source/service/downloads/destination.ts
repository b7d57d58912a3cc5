import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { isAbsolute, resolve } from 'node:path';
import type { Metainfo } from '../../metainfo/metainfo.ts';
import { clip, HttpError, invalidParameter, reasonOf } from '../http/http-error.ts';
import { makeFolder } from '../storage/make-folder.ts';
import { isUnmounted, MountPoints } from '../storage/mount-points.ts';
import { type PathGuard, realLocation } from '../storage/path-guard.ts';
import type { DownloadRecord } from '../storage/record.ts';
import { ServiceOwned } from '../storage/refused-path.ts';

export const destinationText = {
	relative: (path: string) => `The destination ${clip(path)} is not an absolute path.`,
	unwritable: (path: string, reason: string) => `Cannot write to the destination ${clip(path)}: ${reason}.`,
	unmounted: (path: string, mountPoint: string) =>
		`Cannot use the destination ${clip(path)}: no disk is mounted at ${clip(mountPoint)} any more. Mount it, or choose another destination. If it does not come back, recheck or remove the downloads that were on it.`,
	ownFile: (path: string, owner: string) =>
		`Cannot download into ${clip(path)}: a file of this torrent would take the place of the service's own (${owner}). Choose another destination.`,
};

interface DestinationsOptions {
	readonly guard: PathGuard;
	readonly downloads: { readonly records: Iterable<Pick<DownloadRecord, 'mountPoint'>> };
}

/** Prepares folders for the data of downloads. */
export class Destinations {
	readonly #guard: PathGuard;
	readonly #downloads: DestinationsOptions['downloads'];
	readonly #mounts = new MountPoints();

	constructor({ guard, downloads }: DestinationsOptions) {
		this.#guard = guard;
		this.#downloads = downloads;
	}

	/**
	 * Creates a destination folder, checks that it is writable, and returns its normalized path. Refuses the service's
	 * own folders: a torrent's files could overwrite the service's. Refuses the folder of a disk that is not mounted.
	 */
	async prepare(destination: string): Promise<string> {
		if (destination.includes('\0') || !isAbsolute(destination)) {
			throw invalidParameter(destinationText.relative(destination));
		}
		const folder = resolve(destination);
		await this.requireDisk(folder);
		try {
			await this.#guard.checkFolder(await realLocation(folder));
			await makeFolder(folder);
			await access(folder, constants.W_OK | constants.X_OK);
		} catch (error) {
			throw unusable(folder, error);
		}
		return folder;
	}

	/**
	 * Returns the mount point of a folder's disk. Throws if the folder is on a disk of a download that is not mounted any
	 * more: its data would be written to the disk below the mount point.
	 */
	async requireDisk(folder: string): Promise<string> {
		const place = await this.#mounts.find(folder).catch((error: unknown) => {
			throw unusable(folder, error);
		});
		for (const mountPoint of this.#knownMountPoints())
			if (isUnmounted(place, mountPoint))
				throw new HttpError(500, 'DestinationError', destinationText.unmounted(folder, mountPoint));
		return place.mountPoint;
	}

	/** Returns the mount points of all downloads. They are few. */
	#knownMountPoints(): Set<string> {
		const known = new Set<string>();
		for (const { mountPoint } of this.#downloads.records) if (mountPoint !== '') known.add(mountPoint);
		return known;
	}
}

function unusable(folder: string, error: unknown): HttpError {
	return new HttpError(500, 'DestinationError', destinationText.unwritable(folder, reasonOf(error)), error);
}

/**
 * Refuses a torrent whose files would replace the service's. Compares names only; the engine checks the real path
 * of each opened file.
 */
export async function refuseOwnFiles(
	guard: PathGuard,
	destination: string,
	{ files }: Metainfo,
): Promise<void> {
	try {
		const places = files.filter(({ padding }) => !padding).map(({ diskPath }) => diskPath);
		await guard.checkPaths(destination, places);
	} catch (error) {
		if (!(error instanceof ServiceOwned)) throw error;
		throw new HttpError(500, 'DestinationError', destinationText.ownFile(destination, error.owner), error);
	}
}
