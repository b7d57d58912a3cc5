import { mkdirSync, type Stats, statSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ignoreExisting, ignoreMissing } from '../../basics/error.ts';

/**
 * Creates a folder and its missing parents, like `mkdir -p`. Node's own version never ends in folders such as
 * /proc, which report missing entries but cannot contain new ones.
 */
export async function makeFolder(path: string): Promise<void> {
	const missing: string[] = [];
	let folder = path;
	while (!isFolder(await stat(folder).catch(ignoreMissing), folder)) {
		missing.unshift(folder);
		folder = dirname(folder);
	}
	for (const each of missing) await mkdir(each).catch(ignoreExisting);
}

/** Creates a folder synchronously, accessible only by its owner. */
export function makePrivateFolderSync(path: string): void {
	const missing: string[] = [];
	let folder = path;
	while (!isFolder(statSync(folder, { throwIfNoEntry: false }), folder)) {
		missing.unshift(folder);
		folder = dirname(folder);
	}
	for (const each of missing) {
		try {
			mkdirSync(each, { mode: 0o700 });
		} catch (error) {
			ignoreExisting(error);
		}
	}
}

/** Returns false if there is nothing. Throws if it is not a folder. */
function isFolder(found: Stats | undefined, path: string): boolean {
	if (found && !found.isDirectory()) {
		throw Object.assign(new Error(`${path} is not a folder`), { code: 'ENOTDIR' });
	}
	return found !== undefined;
}
