import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import { makeFolder } from '../fixtures/folder.ts';
import { downloadsOf, type TestService } from '../fixtures/service.ts';
import { type MadeTorrent, makeTorrent } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';

export const MIB = 1024 * 1024;
export const skipText = 'a file system of its own takes the right to mount one';

export const unmount = (disk: string) =>
	expect(spawnSync('umount', ['--lazy', disk]).stderr.toString()).toBe('');

export function reaches(service: TestService, infohash: string, status: string) {
	return until(async () =>
		(await downloadsOf(service)).find((each) => each.infohash === infohash && each.status === status),
	);
}

export async function make(name: string): Promise<MadeTorrent> {
	return makeTorrent(await makeFolder(), name, { [`${name}.bin`]: 20_000 });
}

export const magnetOf = ({ infohash }: MadeTorrent) => `magnet:?xt=urn:btih:${infohash}`;

export async function importInto(
	service: TestService,
	{ path }: MadeTorrent,
	destination: string,
): Promise<void> {
	const torrent = (await readFile(path)).toString('base64');
	await service.client().importDownload({ body: { torrent, destination, state: 'stopped' } });
}
