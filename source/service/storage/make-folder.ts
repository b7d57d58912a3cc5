import { mkdirSync, type Stats, statSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Creates a folder and those above it that are missing, as `mkdir -p` does. Node's own way never ends below folders
 * that exist but take no new ones and say that something is missing, as /proc does.
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

/** The same at once, its owner alone allowed in. */
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

/** false when there is nothing; throws when there is something else. */
function isFolder(found: Stats | undefined, path: string): boolean {
	if (found && !found.isDirectory()) {
		throw Object.assign(new Error(`${path} is not a folder`), { code: 'ENOTDIR' });
	}
	return found !== undefined;
}

function ignoreMissing(error: unknown): undefined {
	if (!hasCode(error, 'ENOENT')) throw error;
}

/** Somebody else may have made it meanwhile. */
function ignoreExisting(error: unknown): void {
	if (!hasCode(error, 'EEXIST')) throw error;
}

function hasCode(error: unknown, code: string): boolean {
	return error instanceof Error && 'code' in error && error.code === code;
}
