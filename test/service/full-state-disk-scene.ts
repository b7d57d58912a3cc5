import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, type TestContext } from 'vitest';
import { createClient } from '../../source/client/client.ts';
import { notSaved } from '../../source/service/downloads/download-registry.ts';
import { systemReasons } from '../../source/service/http/http-error.ts';
import { storeText } from '../../source/service/storage/transaction.ts';
import { ANY, containing, exactly } from '../programs/message-pattern.ts';
import type { ServiceHere } from '../programs/service-here.ts';
import { cli, quiet, type RunningService, startService } from '../programs/service-process.ts';
import { temporaryFolder } from '../programs/temporary-folder.ts';
import { type MadeTorrent, makeTorrent } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';

/** A state folder on a small separate disk in memory. */
function smallStateDisk(path: string, { skip }: TestContext) {
	mkdirSync(path);
	if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', path]).status !== 0)
		skip('a small disk takes the right to mount one');
	onTestFinished(() => void spawnSync('umount', ['--lazy', path]));
	const filler = join(path, 'filler');
	return {
		fill: () => {
			const { bavail, bsize } = statfsSync(path);
			writeFileSync(filler, Buffer.alloc(bavail * bsize), { flag: 'a' });
			expect(statfsSync(path).bavail).toBe(0);
		},
		free: () => rmSync(filler),
	};
}

/** Reasons of SQLite and of the system. */
export const fullReasons = [`${ANY}full${ANY}`, systemReasons.ENOSPC];
export const full = exactly(...fullReasons.map(notSaved));
export const unwritable = containing(storeText.unwritable(ANY));

export async function scene(context: TestContext) {
	const place = await temporaryFolder();
	onTestFinished(() => place.remove());
	const disk = smallStateDisk(join(place.path, 'state'), context);
	const data = join(place.path, 'data');
	const torrents = {
		first: await makeTorrent(data, 'first', { 'a.bin': 50_000 }),
		second: await makeTorrent(data, 'second', { 'a.bin': 60_000 }),
	};
	const start = async (): Promise<RunningService> => {
		const service = await startService(place.path);
		onTestFinished(() => service.end());
		return service;
	};
	return { disk, torrents, start, data, place: place.path };
}

export const add = (service: ServiceHere, uri: string, destination: string) =>
	service.client().addDownload({ body: { uri, destination } });
export const reach = (service: ServiceHere, infohash: string, status: string) =>
	until(async () => {
		const { downloads } = await service.client().listDownloads({ query: { infohash } });
		return downloads[0]?.status === status;
	});
export const state = (service: ServiceHere) => service.client().getState();

/** Rejects unless a service on a full disk reports that, and adds the torrent once there is space. */
export async function expectRecovery(
	service: ServiceHere,
	free: () => void,
	torrent: MadeTorrent,
	data: string,
) {
	await until(async () => (await state(service)).state === 'EXCEPTION');
	expect((await state(service)).last_exception).toMatch(full);
	await expect(add(service, torrent.path, data)).rejects.toThrow(unwritable);
	free();
	await until(async () => (await state(service)).state === 'STARTED');
	await add(service, torrent.path, data);
	await reach(service, torrent.infohash, 'SEEDING');
}

/** Starts a service that may only get as far as answering. */
export async function startWaiting(place: string) {
	const options = ['--port', '0', '--state-dir', join(place, 'state'), '--download-dir', join(place, 'data')];
	const child = spawn(process.execPath, [cli, 'serve', '--no-api-key', ...options, ...quiet], {
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
	let output = '';
	child.stdout.setEncoding('utf8').on('data', (text: string) => {
		output += text;
	});
	onTestFinished(async () => {
		child.kill('SIGKILL');
		await ended;
	});
	await until(() => output.includes('listens on'));
	const client = createClient({ url: /listens on (\S+)/.exec(output)?.[1] ?? '' });
	onTestFinished(() => client.close());
	const stop = () => {
		child.kill();
		return ended;
	};
	return { client, stop };
}
