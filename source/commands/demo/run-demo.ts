import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '../../client/client.ts';
import { closedPort } from '../../demo/closed-port.ts';
import { marketSettings } from '../../demo/market/assets.ts';
import { demoFolderPrefix } from '../../demo/messages.ts';
import type { Swarm } from '../../demo/start.ts';
import type { UserService } from '../../demo/user-service.ts';
import { inspectorOptions } from '../../process/node-options.ts';
import type { Announcement } from '../../protocol/announcement.ts';
import type { CockpitFlags } from '../cockpit/options.ts';
import { entries } from '../program/entries.ts';
import { awaitAnnouncement, readKey } from '../serve/own-service.ts';

const LOOPBACK = '127.0.0.1';
/** Time until the demo's service is killed. It has no data to keep. */
const SHUTDOWN_TIMEOUT_MS = 1_000;
/** Without a terminal: number of complete downloads before the snapshot, and maximum time for them. */
const COMPLETE_BEFORE_SNAPSHOT = 3;
const SNAPSHOT_TIMEOUT_MS = 30_000;

export async function runDemo(flags: CockpitFlags): Promise<number> {
	const demo = new Demo();
	// Until the cockpit controls the terminal, this process handles signals.
	const onSignal = (signal: NodeJS.Signals) => {
		void demo.remove().finally(() => process.exit(128 + constants.signals[signal]));
	};
	const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
	for (const signal of signals) process.once(signal, onSignal);
	const interactive = process.stdout.isTTY && process.stdin.isTTY;
	try {
		process.stderr.write('Starting a tracker, a seeding peer and a service on this machine…\n');
		const service = await demo.start();
		const address = { url: service.url, apiKey: readKey(service) };
		if (!interactive) {
			await demo.printSnapshot(address);
			return 0;
		}
		const [{ openCockpit }, { limitNewSpace }] = await Promise.all([
			import('../cockpit/open-cockpit.ts'),
			import('../cockpit/new-space.ts'),
		]);
		limitNewSpace();
		for (const signal of signals) process.off(signal, onSignal);
		demo.enliven({ ...address, pid: service.pid });
		const cockpitService = {
			...address,
			source: 'the demo',
			generation: 'B' as const,
			dialect: 'interface' as const,
			extensions: service.extensions,
			local: true,
			isDemo: true,
		};
		const find = async () => cockpitService;
		const options = { find, address: service.url, onLeave: () => demo.remove() };
		return await openCockpit(options, flags, false);
	} finally {
		for (const signal of signals) process.off(signal, onSignal);
		await demo.remove();
	}
}

class Demo {
	#folder: string | undefined;
	#service: ChildProcess | undefined;
	#swarm: Swarm | undefined;
	#peerPort = 0;
	#removed: Promise<void> | undefined;

	/** Starts all processes and adds the torrents. Resolves with the service after the last one. */
	async start(): Promise<Announcement> {
		const [{ startSwarm }, { createClient }] = await Promise.all([
			import('../../demo/start.ts'),
			import('../../client/client.ts'),
		]);
		const folder = await mkdtemp(join(tmpdir(), demoFolderPrefix));
		this.#folder = folder;
		const [service, swarm] = await Promise.all([
			this.#startService(folder),
			startSwarm({ entry: entries.swarm, folder, log: () => {} }),
		]);
		this.#swarm = swarm;
		const client = createClient({ url: service.url, apiKey: readKey(service) });
		try {
			await addTorrents(client, swarm, join(folder, 'downloads'));
		} finally {
			await client.close();
		}
		return service;
	}

	/** Starts a trader, a leecher and a feed with new items. Returns at once. */
	enliven(service: Omit<UserService, 'peerAddress'>): void {
		this.#swarm?.enliven(entries.cli, { ...service, peerAddress: `${LOOPBACK}:${this.#peerPort}` });
	}

	/** Prints the downloads after some of them are complete. */
	async printSnapshot(address: { url: string; apiKey: string | undefined }): Promise<void> {
		const [{ createClient }, { printSnapshot }] = await Promise.all([
			import('../../client/client.ts'),
			import('../cockpit/snapshot.ts'),
		]);
		const client = createClient(address);
		try {
			const deadline = Date.now() + SNAPSHOT_TIMEOUT_MS;
			for (;;) {
				const { downloads } = await client.listDownloads();
				const complete = downloads.filter(({ status }) => status === 'SEEDING').length;
				if (complete >= COMPLETE_BEFORE_SNAPSHOT || Date.now() > deadline) break;
				await delay(200);
			}
		} finally {
			await client.close();
		}
		await printSnapshot(address);
	}

	/** Ends all processes and removes the folder. Can be called at any time and repeatedly. */
	remove(): Promise<void> {
		this.#removed ??= this.#remove();
		return this.#removed;
	}

	async #startService(folder: string): Promise<Announcement> {
		const stateFolder = join(folder, 'state');
		this.#peerPort = await closedPort();
		await mkdir(stateFolder, { mode: 0o700 });
		await writeFile(join(stateFolder, 'settings.json'), JSON.stringify(marketSettings([])), { mode: 0o600 });
		const service = spawn(
			process.execPath,
			[
				...[...inspectorOptions(), entries.cli, 'serve', '--port', '0', '--state-dir', stateFolder],
				...['--download-dir', join(folder, 'downloads'), '--no-dht', '--no-local-discovery', '--no-pex'],
				...['--peer-host', LOOPBACK, '--peer-port', String(this.#peerPort)],
			],
			// A process group of its own shields it from the terminal's signals. The channel ends it with this process.
			{ detached: true, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] },
		);
		this.#service = service;
		let output = '';
		service.stderr?.setEncoding('utf8').on('data', (text: string) => {
			output += text;
		});
		return awaitAnnouncement(stateFolder, service, () => output.trim() || 'no output');
	}

	async #remove(): Promise<void> {
		// The swarm ends last. It removes the folder even if this process is killed now, as by a closed terminal.
		if (this.#service) await end(this.#service);
		await this.#swarm?.close();
		if (this.#folder) await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 });
	}
}

async function addTorrents(client: Client, swarm: Swarm, downloadFolder: string): Promise<void> {
	for (const { source, blockedPath } of swarm.torrents) {
		if (blockedPath !== null) await mkdir(join(downloadFolder, blockedPath), { recursive: true });
		const uri = 'magnet' in source ? source.magnet : source.torrentPath;
		await client.addDownload({ body: { uri } });
	}
}

async function end(child: ChildProcess): Promise<void> {
	if (child.exitCode !== null || child.signalCode !== null) return;
	const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
	child.kill('SIGTERM');
	const timer = setTimeout(() => child.kill('SIGKILL'), SHUTDOWN_TIMEOUT_MS);
	await ended;
	clearTimeout(timer);
}
