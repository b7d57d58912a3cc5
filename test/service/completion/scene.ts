import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { atEnd } from '../../fixtures/cleanup.ts';
import { makeFolder } from '../../fixtures/folder.ts';
import type { ServiceOptions, TestService } from '../../fixtures/service.ts';
import { startSeeder, startTracker } from '../../programs/seeder.ts';
import { type MadeTorrent, makeTorrent } from '../../programs/torrents.ts';
import { until } from '../../programs/until.ts';

/** Torrents by name. */
export type Offered = ReadonlyMap<string, MadeTorrent>;

/** Makes torrents of two files. A peer on loopback has their data. */
export async function offer(names: readonly string[]): Promise<Offered> {
	const tracker = await startTracker();
	atEnd(() => tracker.close());
	const folder = await makeFolder();
	const made = await Promise.all(
		names.map((name) =>
			makeTorrent(folder, name, { 'a.bin': 40_000, 'b.bin': 30_000 }, { trackers: [tracker.url] }),
		),
	);
	const seeder = await startSeeder(
		made.map(({ infohash, bytes }) => ({ infohash, bytes, folder })),
		0,
	);
	atEnd(() => seeder.close());
	return new Map(made.map((torrent, index) => [names[index] ?? '', torrent]));
}

/** A script for /bin/sh, and the lines that its runs have written to files beside it. */
export interface Script {
	readonly path: string;
	/** Writes it again. */
	write(): Promise<void>;
	/** Returns the lines of a file. */
	lines(file: string): Promise<string[]>;
}

/** Writes a script. `$0.NAME` is a file of lines. */
export async function makeScript(...commands: readonly string[]): Promise<Script> {
	const path = join(await makeFolder(), 'done.sh');
	const write = async () => {
		await writeFile(path, ['#!/bin/sh', ...commands, ''].join('\n'));
		await chmod(path, 0o755);
	};
	await write();
	return {
		path,
		write,
		lines: async (file) =>
			(await readFile(`${path}.${file}`, 'utf8').catch(() => '')).split('\n').filter((line) => line !== ''),
	};
}

/** Options of a service that runs this command. */
export function running(command: readonly string[], more: object = {}): ServiceOptions {
	return { flags: ['--no-pex'], settings: { on_complete: { command, ...more } } };
}

/** Waits until a service has logged these messages. */
export async function logged(
	service: Pick<TestService, 'output'>,
	...messages: readonly string[]
): Promise<void> {
	await until(() => messages.every((message) => service.output().includes(message)));
}
