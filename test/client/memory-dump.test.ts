import { chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { createClient } from '../../source/client/client.ts';
import { AbsentError } from '../../source/client/http/errors.ts';
import { ENGINE_DUMP, FileExistsError, saveMemoryDump } from '../../source/client/memory-dump.ts';
import { atEnd } from '../fixtures/cleanup.ts';
import { makeFolder } from '../fixtures/folder.ts';
import { serve } from './server.ts';

let folder: string;
let path: string;

beforeEach(async () => {
	folder = await makeFolder();
	path = join(folder, 'dump.bin');
});

const content = Buffer.alloc(300_000, 'x');

async function clientOf(dump: (response: ServerResponse) => void, memory: object = { mem: 1 }) {
	const server = await serve((request, response) => {
		if (request.path.startsWith('/debug/memory/history'))
			response.end(JSON.stringify({ memory_history: [memory] }));
		else dump(response);
	});
	const client = createClient({ url: server.url });
	atEnd(() => client.close());
	return client;
}

const whole = (response: ServerResponse) =>
	response.writeHead(200, { 'content-length': content.length }).end(content);
const service = { process: 'service', overwrite: false } as const;

test('saveMemoryDump writes a file of mode 0600 and reports the progress', async () => {
	const client = await clientOf(whole);
	const progress: unknown[] = [];
	const onProgress = (...given: unknown[]) => progress.push(given);
	expect(await saveMemoryDump(client, { ...service, path }, { onProgress })).toBe(content.length);
	expect(await readFile(path)).toEqual(content);
	expect((await stat(path)).mode & 0o777).toBe(0o600);
	expect(progress.at(-1)).toEqual([content.length, content.length]);
	expect(await readdir(folder)).toEqual(['dump.bin']);
});

test('saveMemoryDump replaces a file only if it may', async () => {
	const client = await clientOf(whole);
	await writeFile(path, 'before');
	await chmod(path, 0o644);
	await expect(saveMemoryDump(client, { ...service, path })).rejects.toThrow(FileExistsError);
	expect(await readFile(path, 'utf8')).toBe('before');
	await saveMemoryDump(client, { ...service, path, overwrite: true });
	expect((await stat(path)).size).toBe(content.length);
	expect((await stat(path)).mode & 0o777).toBe(0o600);
	// A file that appears meanwhile stays.
	const later = join(folder, 'later.bin');
	const slow = await clientOf((response) => void writeFile(later, 'other').then(() => whole(response)));
	await expect(saveMemoryDump(slow, { ...service, path: later })).rejects.toThrow(FileExistsError);
	expect(await readFile(later, 'utf8')).toBe('other');
	expect((await readdir(folder)).sort()).toEqual(['dump.bin', 'later.bin']);
});

test.each([
	['is cancelled', undefined],
	['loses the connection', (response: ServerResponse) => response.destroy()],
])('saveMemoryDump leaves no file if it %s', async (_, cut) => {
	const abort = new AbortController();
	const client = await clientOf((response) => {
		response.writeHead(200, { 'content-length': content.length }).write(content.subarray(0, 100_000), () => {
			if (cut) cut(response);
		});
	});
	const saving = saveMemoryDump(
		client,
		{ ...service, path },
		{ signal: abort.signal, onProgress: () => cut === undefined && abort.abort() },
	);
	await expect(saving).rejects.toThrow();
	expect(await readdir(folder)).toEqual([]);
});

test.each([404, 409, 500])('saveMemoryDump leaves no file after a %i', async (status) => {
	const error = { handled: true, code: 'DumpError', message: 'Not now.' };
	const client = await clientOf((response) => response.writeHead(status).end(JSON.stringify({ error })));
	await expect(saveMemoryDump(client, { ...service, path })).rejects.toThrow();
	expect(await readdir(folder)).toEqual([]);
});

test('saveMemoryDump requests the engine only of services that have one', async () => {
	const engine = { process: 'engine', overwrite: false, path } as const;
	const foreign = await clientOf(whole);
	await expect(saveMemoryDump(foreign, engine)).rejects.toEqual(new AbsentError(foreign.url, ENGINE_DUMP));
	const own = await clientOf(whole, { mem: 2, mem_engine: 1 });
	expect(await saveMemoryDump(own, engine)).toBe(content.length);
});
