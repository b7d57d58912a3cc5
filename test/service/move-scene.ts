import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type Listed, removeAll, type TestService } from '../fixtures/service.ts';
import { noise } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';

export const MIB = 1024 * 1024;
export const FILES = { 'a.bin': 300_000, 'sub/b.bin': 70_000 };

export async function listed(service: TestService, infohash: string): Promise<Listed> {
	const { downloads } = await service.client().listDownloads();
	const found = downloads.find((each) => each.infohash === infohash);
	if (!found) throw new Error('the download is not listed');
	return found;
}

export async function reaches(
	service: TestService,
	infohash: string,
	destination: string,
	status = 'SEEDING',
) {
	return until(async () => {
		const found = await listed(service, infohash);
		return found.destination === destination && found.status === status && found;
	});
}

export async function expectData(folder: string, files: Readonly<Record<string, number>>): Promise<void> {
	for (const [path, size] of Object.entries(files))
		expect((await readFile(join(folder, path))).equals(noise(path, size)), path).toBe(true);
}

export function move(service: TestService, infohash: string, destination: string) {
	return service.client().moveDownload({ params: { infohash }, body: { destination } });
}

/** Opens the stream of the first file. */
export function openStream(
	{ url, key }: TestService,
	infohash: string,
	headers: Record<string, string> = {},
) {
	return fetch(`${url}/downloads/${infohash}/stream/0`, { headers: { 'X-Api-Key': key, ...headers } });
}

/** Returns the content of the first file. */
export async function streamed(service: TestService, infohash: string): Promise<Buffer> {
	const answer = await openStream(service, infohash);
	const content = Buffer.from(await answer.arrayBuffer());
	if (!answer.ok) throw new Error(content.toString());
	return content;
}

/** Removes the downloads of a service and their data. */
export async function clear(service: TestService): Promise<void> {
	await removeAll(service);
	for (const name of await readdir(service.downloadFolder))
		await rm(join(service.downloadFolder, name), { recursive: true });
}

/** Bytes of a download whose move to another file system takes some time. */
export const SIZE = 192 * MIB;

/** Starts a move and waits until a part of it is done. */
export async function partlyMoved(service: TestService, infohash: string, to: string): Promise<Listed> {
	await move(service, infohash, to);
	return until(async () => {
		const found = await listed(service, infohash);
		return found.status === 'MOVING' && (found.progress ?? 0) > 0.1 && found;
	});
}
