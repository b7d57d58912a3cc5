import { randomUUID } from 'node:crypto';
import { type FileHandle, link, open, rename, rm, stat } from 'node:fs/promises';
import { codeOf } from '../basics/error.ts';
import { AbsentError, ClientError } from './http/errors.ts';
import type { PlainClient } from './http/plain-client.ts';

interface DumpToSave {
	readonly process: 'service' | 'engine';
	/** Absolute path of the file. */
	readonly path: string;
	readonly overwrite: boolean;
}

interface DumpOptions {
	readonly signal?: AbortSignal | undefined;
	/** Timeout until the response begins, ms. */
	readonly timeout?: number | undefined;
	/** Called with the bytes so far, and with all of them if the service reports that. */
	readonly onProgress?: ((bytes: number, total: number | undefined) => void) | undefined;
}

/** V8 builds a snapshot of a large heap before it sends the first byte. */
const DUMP_TIMEOUT_MS = 5 * 60_000;

/** A file of this name exists, and may not be replaced. */
export class FileExistsError extends ClientError {
	readonly kind = 'refused';
	readonly hint = 'Use another name.';
	constructor(path: string) {
		super(`${path} exists.`);
	}
}

/** Part of an AbsentError. */
export const ENGINE_DUMP = 'a memory dump of an engine process';

/**
 * Saves a memory dump with mode 0600. It is written beside its place and renamed at the end, so an incomplete file
 * never has the name. Returns its bytes. Throws a ClientError, a FileExistsError or an error of the disk.
 */
export async function saveMemoryDump(
	client: PlainClient,
	{ process, path, overwrite }: DumpToSave,
	{ signal, timeout = DUMP_TIMEOUT_MS, onProgress }: DumpOptions = {},
): Promise<number> {
	await requireReplaceable(path, overwrite);
	if (process === 'engine') await requireEngine(client, { signal });
	const part = `${path}.${randomUUID()}.part`;
	// Opened first, because a dump for an unwritable folder would block the service for nothing.
	const file = await open(part, 'wx', 0o600);
	try {
		let bytes: number;
		try {
			const request = { query: process === 'engine' ? { process } : {} };
			const { body } = await client.requests.open('getMemoryDump', request, { signal, timeout });
			const announced = Number(body.headers['content-length']);
			bytes = await writeAll(file, body, (done) =>
				onProgress?.(done, Number.isSafeInteger(announced) && announced > 0 ? announced : undefined),
			);
		} finally {
			await file.close();
		}
		signal?.throwIfAborted();
		if (overwrite) await rename(part, path);
		else if (!(await renameToNew(part, path))) throw new FileExistsError(path);
		return bytes;
	} finally {
		await rm(part, { force: true });
	}
}

/** A device or a pipe: replacing it would break other programs. */
class IrregularFileError extends ClientError {
	readonly kind = 'refused';
	readonly hint = 'Use another name.';
	constructor(path: string) {
		super(`${path} is not a regular file and is not replaced.`);
	}
}

async function requireReplaceable(path: string, overwrite: boolean): Promise<void> {
	if (!overwrite && (await isThere(path))) throw new FileExistsError(path);
	const found = await stat(path).catch(() => undefined);
	if (found && !found.isFile()) throw new IrregularFileError(path);
}

async function writeAll(
	file: FileHandle,
	body: AsyncIterable<Uint8Array>,
	onProgress: (bytes: number) => void,
): Promise<number> {
	let bytes = 0;
	for await (const chunk of body) {
		await file.writeFile(chunk);
		bytes += chunk.length;
		onProgress(bytes);
	}
	return bytes;
}

/** Renames a file unless the new name exists. Returns whether it did. */
async function renameToNew(from: string, to: string): Promise<boolean> {
	try {
		await link(from, to);
		return true;
	} catch (error) {
		if (codeOf(error) === 'EEXIST') return false;
		// The file system has no hard links.
		if (await isThere(to)) return false;
		await rename(from, to);
		return true;
	}
}

async function isThere(path: string): Promise<boolean> {
	return stat(path).then(
		() => true,
		(error: unknown) => codeOf(error) !== 'ENOENT' && codeOf(error) !== 'ENOTDIR',
	);
}

/** Throws an AbsentError if the service has no engine process. Other services would ignore the query. */
export async function requireEngine(
	client: PlainClient,
	{ signal }: Pick<DumpOptions, 'signal'>,
): Promise<void> {
	const { memory_history } = await client.getMemoryHistory({}, { signal });
	if (memory_history.some(({ mem_engine }) => mem_engine !== undefined)) return;
	throw new AbsentError(client.url, ENGINE_DUMP);
}
