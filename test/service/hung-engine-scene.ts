import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { createClient } from '../../source/client/client.ts';
import type { HeartbeatTimes } from '../../source/service/engine/heartbeat.ts';
import { children } from '../programs/children.ts';
import { type LocalService, startLocalService } from '../programs/local-service.ts';
import { temporaryFolder } from '../programs/temporary-folder.ts';
import { makeTorrent } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';

export const heartbeat: HeartbeatTimes = { interval: 100, unresponsive: 2_500, replace: 6_000, load: 30_000 };
const program = fileURLToPath(new URL('../../dist/engine.js', import.meta.url));

interface Scene {
	readonly folder: string;
	readonly service: LocalService;
	readonly client: ReturnType<typeof createClient>;
	/** Returns the process ids of all engines of this service: one, or none. */
	engines(): number[];
	/** Adds a complete download. Resolves when it is seeded. */
	seed(name: string): Promise<string>;
	find(infohash: string): Promise<Record<string, unknown> | undefined>;
	/** Texts of tribler_exception so far. */
	readonly exceptions: readonly string[];
}

/** Starts a service whose engine's program runs `before` first. */
export async function hungEngineScene(before = '', times: HeartbeatTimes = heartbeat): Promise<Scene> {
	const folder = await temporaryFolder();
	const entry = join(folder.path, 'engine.mjs');
	await writeFile(entry, `${before}\nawait import(${JSON.stringify(program)});\n`);
	const service = await startLocalService(folder.path, {
		engine: { entry, heartbeat: times },
		proxies: [{ host: '127.0.0.1', port: 9 }],
	});
	const client = createClient({ url: service.url, generation: 'B' });
	onTestFinished(async () => {
		await client.close();
		await service.close();
		await folder.remove();
	});
	const exceptions: string[] = [];
	void listen(service.url, exceptions);
	const find = async (infohash: string) =>
		(await client.listDownloads()).downloads.find((each) => each.infohash === infohash);
	return {
		folder: folder.path,
		service,
		client,
		engines: () => children(process.pid).filter((pid) => commandOf(pid).includes(entry)),
		seed: async (name) => {
			const data = join(folder.path, 'data');
			const torrent = await makeTorrent(data, name, { 'a.bin': 50_000 });
			await client.addDownload({ body: { uri: torrent.path, destination: data } });
			await until(async () => (await find(torrent.infohash))?.status === 'SEEDING');
			return torrent.infohash;
		},
		find,
		exceptions,
	};
}

function commandOf(pid: number): string {
	try {
		return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
	} catch {
		return ''; // It has just ended.
	}
}

async function listen(url: string, exceptions: string[]): Promise<void> {
	const answer = await fetch(`${url}/events`);
	let text = '';
	try {
		for await (const bytes of answer.body ?? []) {
			text += Buffer.from(bytes).toString();
			const lines = text.split('\n');
			text = lines.pop() ?? '';
			for (const line of lines) {
				const { type, event } = JSON.parse(line);
				if (type === 'tribler_exception') exceptions.push(event.text);
			}
		}
	} catch {
		// The service ended.
	}
}

/** Returns the state of the service of a scene. */
export const state = async ({ client }: Scene) => client.getState();
