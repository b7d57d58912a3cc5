import { lstat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ignoreMissing } from '../../basics/error.ts';
import { isWithin, realLocation } from './path-guard.ts';

/** Place of a path. */
interface Place {
	readonly real: string;
	/** Real path of the folder at which the disk of `real` is mounted. */
	readonly mountPoint: string;
}

/** Milliseconds for which an answer is reused: many downloads share a disk. */
const MAX_AGE_MS = 100;

/**
 * Finds the folders at which disks are mounted. A mount point is on another device than the folder that contains it.
 * The number of the device is not compared with an earlier one, because a restart changes it.
 */
export class MountPoints {
	readonly #answers = new Map<string, Promise<Place>>();
	#since = Number.NEGATIVE_INFINITY;

	/**
	 * Returns the real path and the mount point of a path. Those of a missing path are where it would be created. Rejects
	 * with the system's error. `fresh`: without an earlier answer.
	 */
	find(path: string, fresh = false): Promise<Place> {
		const now = performance.now();
		if (fresh || now - this.#since > MAX_AGE_MS) {
			this.#answers.clear();
			this.#since = now;
		}
		const answer = this.#answers.get(path) ?? findPlace(path);
		this.#answers.set(path, answer);
		return answer;
	}
}

/**
 * Whether the disk of a place, which was mounted at `expected`, is not mounted any more. A place that a link leads
 * elsewhere now has another disk.
 */
export function isUnmounted({ real, mountPoint }: Place, expected: string): boolean {
	return isWithin(real, expected) && !isWithin(mountPoint, expected);
}

async function findPlace(path: string): Promise<Place> {
	const real = await realLocation(path);
	let folder = real;
	let device = await deviceOf(folder);
	for (;;) {
		const above = dirname(folder);
		const deviceAbove = await deviceOf(above);
		if (above === folder || (device !== undefined && device !== deviceAbove))
			return { real, mountPoint: folder };
		folder = above;
		device = deviceAbove;
	}
}

/** Returns undefined for a missing path. */
async function deviceOf(path: string): Promise<number | undefined> {
	return (await lstat(path).catch(ignoreMissing))?.dev;
}
