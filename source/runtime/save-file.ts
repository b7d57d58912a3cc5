import { randomUUID } from 'node:crypto';
import { open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { codeOf } from '../basics/error.ts';
import type { TextToSave } from '../state/batch/request.ts';
import type { Saving, TorrentToSave } from '../state/batch/requested-files.ts';
import { LocalError } from './adding/local-error.ts';

type Content = Uint8Array | Iterable<string>;

/** A file to be saved on the cockpit's machine. */
interface FileToSave extends Pick<TorrentToSave, 'path' | 'name' | 'overwrite'> {
	/** Its permissions before the umask. */
	readonly mode: number;
	/** Called when the file may be written. */
	readonly content: () => Promise<Content>;
}

/** Saves text to a file that other users cannot read. */
export function saveText({ content, ...file }: TextToSave): Promise<Saving> {
	return saveFile({ ...file, mode: 0o600, content: async () => content });
}

/**
 * Saves a file. Replaces an existing file only on request, and atomically. Throws the error of its content, or a
 * LocalError if the file cannot be written.
 */
export async function saveFile(file: FileToSave): Promise<Saving> {
	const path = await targetPath(file);
	return withWriteReason(path, save(file, path));
}

/** Returns the result of writing a file. Errors of the disk become a LocalError with the next step. */
export async function withWriteReason<Result>(path: string, written: Promise<Result>): Promise<Result> {
	try {
		return await written;
	} catch (error) {
		const reason = reasons[codeOf(error) ?? '']?.(path);
		throw reason ? new LocalError(reason.why, reason.next, { cause: error }) : error;
	}
}

async function save({ overwrite, mode, content }: FileToSave, path: string): Promise<Saving> {
	const there = await stat(path).catch(() => undefined);
	if (there && !overwrite) return { kind: 'exists' };
	if (there && !there.isFile() && !there.isDirectory()) {
		// Replacing a device would break other programs.
		throw new LocalError(saveFileText.irregular(path), another);
	}
	const written = await content();
	if (overwrite) {
		const draft = `${path}.${randomUUID()}.part`;
		const bytes = await write(draft, written, mode);
		await rename(draft, path).catch((error: unknown) => rm(draft).then(() => Promise.reject(error)));
		return { kind: 'saved', path, bytes };
	}
	try {
		return { kind: 'saved', path, bytes: await write(path, written, mode) };
	} catch (error) {
		// Another program created it in the meantime.
		if (codeOf(error) === 'EEXIST') return { kind: 'exists' };
		throw error;
	}
}

const another = 'Enter another path.';

export const saveFileText = {
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
		why: saveFileText.noFolder(dirname(path)),
		next: saveFileText.createFolder,
	}),
	ENOTDIR: (path) => ({ why: saveFileText.partIsFile(dirname(path)), next: another }),
	EISDIR: (path) => ({ why: `${path} is a folder.`, next: another }),
	EACCES: mayNot,
	EPERM: mayNot,
	EROFS: (path) => ({ why: `The disk of ${dirname(path)} cannot be written to.`, next: another }),
	ENOSPC: isFull,
	EDQUOT: isFull,
	ENAMETOOLONG: (path) => ({ why: saveFileText.longName(basename(path)), next: 'Enter a shorter one.' }),
};

/** Returns the absolute path of a typed one. In a folder, the file gets this name. */
export async function targetPath({ path, name }: Pick<FileToSave, 'path' | 'name'>): Promise<string> {
	const place = resolve(path.trim().replace(/^~(?=\/|$)/, homedir()));
	const isFolder = await stat(place).then(
		(found) => found.isDirectory(),
		() => false,
	);
	return isFolder ? join(place, name) : place;
}

/** Writes a new file and returns its size. Removes it if writing fails. */
async function write(path: string, content: Content, mode: number): Promise<number> {
	const file = await open(path, 'wx', mode);
	try {
		await writeFile(file, content);
		return (await file.stat()).size;
	} catch (error) {
		await rm(path, { force: true });
		throw error;
	} finally {
		await file.close();
	}
}
