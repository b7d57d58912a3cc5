import { randomUUID } from 'node:crypto';
import { open, rename, rm, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import type { Client } from '../client/client.ts';
import type { Saving, TorrentToSave } from '../state/dialogs/save-torrent-dialog.ts';
import { LocalError } from './local-error.ts';

/**
 * Fetches and saves a .torrent file. Replaces an existing file only on request, and atomically. Throws a ClientError,
 * or a LocalError if the file cannot be written.
 */
export async function saveTorrent(client: Client, torrent: TorrentToSave): Promise<Saving> {
	const path = await targetPath(torrent);
	try {
		return await save(client, torrent, path);
	} catch (error) {
		const reason = reasons[codeOf(error) ?? '']?.(path);
		throw reason ? new LocalError(reason.why, reason.next, { cause: error }) : error;
	}
}

async function save(client: Client, torrent: TorrentToSave, path: string): Promise<Saving> {
	const there = await stat(path).catch(() => undefined);
	if (there && !torrent.overwrite) return { kind: 'exists' };
	if (there && !there.isFile() && !there.isDirectory()) {
		// Replacing a device would break other programs.
		throw new LocalError(saveTorrentText.irregular(path), another);
	}
	const content = await client.getTorrent({ params: { infohash: torrent.infohash } });
	if (torrent.overwrite) {
		const draft = `${path}.${randomUUID()}.part`;
		await write(draft, content);
		await rename(draft, path).catch((error: unknown) => rm(draft).then(() => Promise.reject(error)));
	} else {
		try {
			await write(path, content);
		} catch (error) {
			// Another program created it in the meantime.
			if (codeOf(error) === 'EEXIST') return { kind: 'exists' };
			throw error;
		}
	}
	return { kind: 'saved', path, bytes: content.length };
}

const another = 'Enter another path.';

export const saveTorrentText = {
	noFolder: (folder: string) => `There is no folder ${folder}.`,
	createFolder: 'Create it first, or enter another path.',
	partIsFile: (folder: string) => `A part of ${folder} is a file, not a folder.`,
	longName: (name: string) => `The name ${name} is too long.`,
	irregular: (path: string) => `${path} is not a regular file and is not replaced.`,
} as const;

type Reason = (path: string) => { readonly why: string; readonly next: string };

const mayNot: Reason = (path) => ({ why: `No permission to write to ${dirname(path)}.`, next: another });
const isFull: Reason = (path) => ({
	why: `The disk of ${dirname(path)} is full.`,
	next: 'Free space there, or enter another path.',
});

/** Reasons and next steps, by error code. */
const reasons: Readonly<Record<string, Reason>> = {
	ENOENT: (path) => ({
		why: saveTorrentText.noFolder(dirname(path)),
		next: saveTorrentText.createFolder,
	}),
	ENOTDIR: (path) => ({ why: saveTorrentText.partIsFile(dirname(path)), next: another }),
	EISDIR: (path) => ({ why: `${path} is a folder.`, next: another }),
	EACCES: mayNot,
	EPERM: mayNot,
	EROFS: (path) => ({ why: `The disk of ${dirname(path)} cannot be written to.`, next: another }),
	ENOSPC: isFull,
	EDQUOT: isFull,
	ENAMETOOLONG: (path) => ({ why: saveTorrentText.longName(basename(path)), next: 'Enter a shorter one.' }),
};

async function targetPath({ path, name }: TorrentToSave): Promise<string> {
	const place = resolve(path.trim().replace(/^~(?=\/|$)/, homedir()));
	const isFolder = await stat(place).then(
		(found) => found.isDirectory(),
		() => false,
	);
	return isFolder ? join(place, name) : place;
}

/** Writes a new file. Removes it if writing fails. */
async function write(path: string, content: Uint8Array): Promise<void> {
	const file = await open(path, 'wx');
	try {
		await file.writeFile(content);
	} catch (error) {
		await rm(path, { force: true });
		throw error;
	} finally {
		await file.close();
	}
}

function codeOf(error: unknown): string | undefined {
	return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
