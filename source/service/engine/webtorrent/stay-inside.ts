import { lstat, mkdir, realpath } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { makeFolder } from '../../storage/make-folder.ts';
import { codeOf } from './disk-error.ts';

/**
 * Keeps what is written for a download below its destination. The names of files are chosen by whoever made the
 * torrent: a symbolic link on the way to a file that leads elsewhere is refused. Links that stay below the
 * destination, and a destination that is one, are the operator's own.
 */
export class InsideFolder {
	readonly #root: string;
	#real: Promise<string> | undefined;
	/** Folders that were found to be there and to lead nowhere else: each is looked at once. */
	readonly #known = new Set<string>();

	constructor(root: string) {
		this.#root = root;
	}

	/** Creates the folders above the file `path`. Rejects when what is written to it would land elsewhere. */
	async makeWay(path: string): Promise<void> {
		this.#real ??= makeFolder(this.#root).then(() => realpath(this.#root));
		const real = await this.#real;
		let place = this.#root;
		for (const folder of relative(this.#root, dirname(path)).split(sep)) {
			if (folder === '') continue;
			place = join(place, folder);
			if (this.#known.has(place)) continue;
			if (!(await isThere(place, real))) await mkdir(place).catch(ignoreExisting);
			this.#known.add(place);
		}
		await isThere(path, real);
	}
}

async function isThere(place: string, inside: string): Promise<boolean> {
	try {
		if (!(await lstat(place)).isSymbolicLink()) return true;
	} catch (error) {
		if (codeOf(error) === 'ENOENT') return false;
		throw error;
	}
	const target = await realpath(place).catch(() => undefined);
	if (target === inside || target?.startsWith(inside + sep)) return true;
	throw new Error(`${place} is a symbolic link that leads out of the download folder`);
}

/** Somebody else may have made it meanwhile: what it is shows when it is used. */
function ignoreExisting(error: unknown): void {
	if (codeOf(error) !== 'EEXIST') throw error;
}
