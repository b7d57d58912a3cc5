import { randomUUID } from 'node:crypto';
import { open, rename, rm, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Client } from '../client/client.ts';
import type { Saving, TorrentToSave } from '../state/save-torrent-dialog.ts';

/**
 * Fetches and saves a .torrent file. What is there already is replaced only when asked to, and whole: nobody sees half
 * a file. Throws a ClientError, or an error that says in a sentence why it could not be written.
 */
export async function saveTorrent(client: Client, wanted: TorrentToSave): Promise<Saving> {
	try {
		return await save(client, wanted);
	} catch (error) {
		const reason = reasons[codeOf(error) ?? ''];
		throw reason === undefined ? error : new Error(reason, { cause: error });
	}
}

async function save(client: Client, wanted: TorrentToSave): Promise<Saving> {
	const path = await placeOf(wanted);
	const there = await stat(path).catch(() => undefined);
	if (there && !wanted.overwrite) return { kind: 'exists' };
	if (there && !there.isFile() && !there.isDirectory()) {
		// A device, say, which many programs would miss.
		throw new Error('What is there is no plain file; it is not replaced.');
	}
	const content = await client.getTorrent({ params: { infohash: wanted.infohash } });
	if (wanted.overwrite) {
		const beside = `${path}.${randomUUID()}.part`;
		await write(beside, content);
		await rename(beside, path).catch((error: unknown) => rm(beside).then(() => Promise.reject(error)));
	} else {
		try {
			await write(path, content);
		} catch (error) {
			// Somebody made it in the meantime.
			if (codeOf(error) === 'EEXIST') return { kind: 'exists' };
			throw error;
		}
	}
	return { kind: 'saved', path, bytes: content.length };
}

const reasons: Readonly<Record<string, string>> = {
	ENOENT: 'There is no such folder.',
	ENOTDIR: 'A part of the path is a file, not a folder.',
	EISDIR: 'There is a folder of that name.',
	EACCES: 'You may not write there.',
	EPERM: 'You may not write there.',
	EROFS: 'The disk cannot be written to.',
	ENOSPC: 'The disk is full.',
	EDQUOT: 'Your part of the disk is full.',
	ENAMETOOLONG: 'The name is too long.',
};

async function placeOf({ path, name }: TorrentToSave): Promise<string> {
	const place = resolve(path.trim().replace(/^~(?=\/|$)/, homedir()));
	const isFolder = await stat(place).then(
		(found) => found.isDirectory(),
		() => false,
	);
	return isFolder ? join(place, name) : place;
}

/** Writes a file that is not there yet; when that fails, nothing of it stays. */
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
