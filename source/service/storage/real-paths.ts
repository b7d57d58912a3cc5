import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isWithin, realLocation } from './path-guard.ts';

/** A mounted file system, or a folder of it. */
interface Mount {
	readonly point: string;
	/** Device number as text, and the mounted folder inside of the file system. */
	readonly device: string;
	readonly root: string;
}

/** Mounts of this process; Linux only (proc_pid_mountinfo(5)). */
const MOUNT_LIST = '/proc/self/mountinfo';

/**
 * Finds where folders really are. All paths that lead to a folder through symbolic links and bind mounts have the same
 * location. Reads the mounts once and remembers locations, so it is for one use.
 */
export class RealPaths {
	readonly #mounts: readonly Mount[];
	readonly #known = new Map<string, Promise<string>>();

	/** The mounts as text: locations stay valid while it is the same, except behind links. */
	readonly mounted: string;

	private constructor(mounts: readonly Mount[]) {
		this.#mounts = mounts;
		this.mounted = mounts.map(({ device, root, point }) => `${device} ${root} ${point}`).join('\n');
	}

	static async read(): Promise<RealPaths> {
		const list = await readFile(MOUNT_LIST, 'utf8').catch(() => '');
		const mounts = list.split('\n').flatMap((line) => {
			const [, , device, root, point] = line.split(' ').map(unescaped);
			return device === undefined || root === undefined || point === undefined
				? []
				: [{ device, root, point }];
		});
		// The last of several mounts at one point is visible.
		return new RealPaths(mounts.reverse().sort((a, b) => b.point.length - a.point.length));
	}

	/** Returns the real path of a path, which may be missing. */
	realOf(path: string): Promise<string> {
		const known = this.#known.get(path) ?? realLocation(path);
		this.#known.set(path, known);
		return known;
	}

	/** Returns the location of a real path. */
	locationOf(real: string): string {
		const mount = this.#mounts.find(({ point }) => isWithin(real, point));
		if (!mount) return real;
		return `${mount.device}:${join(mount.root, real.slice(mount.point.length))}`.replace(/\/$/, '');
	}

	/** Returns the points of mounts below the real path of a folder. */
	mountsBelow(real: string): string[] {
		return this.#mounts.flatMap(({ point }) => (point !== real && isWithin(point, real) ? [point] : []));
	}
}

/** Resolves the octal escapes of spaces and backslashes. */
function unescaped(field: string): string {
	return field.replace(/\\([0-7]{3})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 8)));
}
