import { isUnmounted, type MountPoints } from '../../../storage/mount-points.ts';
import { diskError, MissingData, missingText } from './disk-error.ts';

/** The disk that a destination is on. Nothing is created there while it is not mounted. */
export class DestinationDisk {
	readonly #destination: string;
	readonly #mounts: MountPoints;
	/** Mount point of the last run or of this one; undefined if unknown. */
	#mountPoint: string | undefined;

	constructor(destination: string, mounts: MountPoints, mountPoint: string | undefined) {
		this.#destination = destination;
		this.#mounts = mounts;
		this.#mountPoint = mountPoint;
	}

	/**
	 * Rejects with MissingData when the disk is not mounted where it was. Returns its mount point, which `require` expects
	 * from now on.
	 */
	async find(): Promise<string> {
		this.#mountPoint = await this.require();
		return this.#mountPoint;
	}

	/** Rejects with MissingData when the disk is not mounted where it was. Returns its mount point. See `MountPoints`. */
	async require(fresh = false): Promise<string> {
		const expected = this.#mountPoint;
		const place = await this.#mounts.find(this.#destination, fresh).catch((error: unknown) => {
			throw diskError('use', this.#destination, error);
		});
		if (expected !== undefined && isUnmounted(place, expected))
			throw new MissingData(missingText.disk(this.#destination, expected));
		return place.mountPoint;
	}
}
