import { createCipheriv, createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Server } from 'bittorrent-tracker';
import createTorrent from 'create-torrent';
import { onTestFinished } from 'vitest';
import { type Metainfo, parseTorrent } from '../../../source/metainfo/metainfo.ts';
import {
	type EngineDownload,
	EngineGone,
	type EngineMessage,
	type EngineStatus,
} from '../../../source/service/engine/port.ts';
import {
	createEngineProcess,
	type EngineProcess,
	type EngineProcessOptions,
} from '../../../source/service/engine/process.ts';
import { atFileEnd } from '../../fixtures/cleanup.ts';
import { nothingProtected, permitWrites } from '../../programs/seeder.ts';
import { until } from '../../programs/until.ts';

const entry = new URL('../../../dist/engine.js', import.meta.url);
const loopback = {
	port: 0,
	host: '127.0.0.1',
	dht: false,
	dhtBootstrap: [],
	localDiscovery: false,
	peerExchange: false,
	webSeeds: true,
	ownService: () => [],
	protectedPaths: nothingProtected,
};

/** Permits a FileStore to write. */
export const permitted = {
	claim: async () => [],
	isShared: () => false,
	whyShared: () => '',
	mayCreate: () => true,
};

/** Makes a folder that is deleted after the test. */
export function folder(): string {
	const path = mkdtempSync(join(tmpdir(), 'seedtop-engine-'));
	onTestFinished(() => rmSync(path, { recursive: true, force: true }));
	return path;
}

/** Returns bytes that do not repeat, the same for the same seed. */
export function noise(length: number, seed: number): Buffer {
	const key = createHash('md5').update(String(seed)).digest();
	return createCipheriv('aes-128-ctr', key, Buffer.alloc(16)).update(Buffer.alloc(length));
}

export interface Sample {
	readonly metainfo: Metainfo;
	readonly torrent: Uint8Array;
	/** Folder with the torrent's data. */
	readonly seedFolder: string;
	/** A download of it; the caller adds a destination. */
	download(destination: string, more?: Partial<EngineDownload>): EngineDownload;
}

/** Number of samples without a seed. Each has other data. */
let unseeded = 0;

/** Makes a torrent of the given files (path: length) below the root 'sample', with its data on the disk. */
export async function sample(
	files: Record<string, number>,
	options: { trackers?: string[]; pieceLength?: number; seed?: number } = {},
): Promise<Sample> {
	const seedFolder = folder();
	const seed = options.seed ?? 1_000 + unseeded++;
	Object.entries(files).forEach(([path, length], at) => {
		const place = join(seedFolder, 'sample', path);
		mkdirSync(dirname(place), { recursive: true });
		writeFileSync(place, noise(length, seed * 1000 + at));
	});
	const torrent = await new Promise<Uint8Array>((resolve, reject) =>
		createTorrent(
			join(seedFolder, 'sample'),
			{
				announceList: (options.trackers ?? []).map((url) => [url]),
				pieceLength: options.pieceLength ?? 65536,
			},
			(error, bytes) => (error ? reject(error) : resolve(bytes)),
		),
	);
	const metainfo = parseTorrent(torrent);
	return {
		metainfo,
		torrent,
		seedFolder,
		download: (destination, more) => ({
			infohash: metainfo.infohash,
			source: { torrent },
			destination,
			selected: null,
			// A test adds the same files again without the service that knows them.
			usesFiles: true,
			mode: 'run',
			maxDownloadSpeed: 0,
			maxUploadSpeed: 0,
			route: [],
			...more,
		}),
	};
}

/** Starts a tracker on loopback. Returns its announce URL. */
export async function tracker(): Promise<string> {
	const server = new Server({ udp: false, ws: false, http: true, stats: false });
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => new Promise<void>((resolve) => server.close(resolve)));
	const address = server.http.address();
	if (!address || typeof address === 'string') throw new Error('no port: the tracker does not listen');
	return `http://127.0.0.1:${address.port}/announce`;
}

/** An engine's process with all of its messages. */
export class Lab {
	readonly engine: EngineProcess;
	readonly messages: EngineMessage[] = [];
	readonly lines: string[] = [];
	/** Number of tests that took it from the idle ones. */
	uses = 0;
	readonly #added = new Set<string>();

	constructor(options: Partial<EngineProcessOptions> = {}) {
		const engine = createEngineProcess({
			entry,
			// Without the options that vitest gives its workers.
			execArgv: [],
			...loopback,
			log: (level, text) => this.lines.push(`${level} ${text}`),
			...options,
		});
		const { add } = engine;
		this.engine = Object.assign(engine, {
			add: (download: EngineDownload) => {
				this.#added.add(download.infohash);
				return add(download);
			},
		});
		permitWrites(this.engine);
		this.engine.listen((message) => {
			this.messages.push(message);
		});
	}

	/** Returns the last status of a download. */
	status(infohash: string): EngineStatus | undefined {
		let found: EngineStatus | undefined;
		for (const message of this.messages) {
			if (message.type !== 'statuses') continue;
			found = message.statuses.find((status) => status.infohash === infohash) ?? found;
		}
		return found;
	}

	/** Stops all downloads, and forgets all messages but those about its port. */
	async reset(): Promise<void> {
		await Promise.all([...this.#added].map((infohash) => this.engine.stop(infohash)));
		this.#added.clear();
		await this.engine.limitAll(0, 0);
		const listening = this.messages.filter(({ type }) => type === 'listening');
		this.messages.splice(0, Number.POSITIVE_INFINITY, ...listening);
		this.lines.length = 0;
	}

	/** Returns the last reported bitfield. */
	bitfield(infohash: string): Uint8Array | undefined {
		return this.of('bitfield', infohash).at(-1)?.bitfield;
	}

	of<T extends 'metadata' | 'bitfield' | 'finished' | 'checked' | 'failed'>(type: T, infohash: string) {
		return this.messages.filter(
			(message): message is Extract<EngineMessage, { type: T }> =>
				message.type === type && message.infohash === infohash,
		);
	}

	/**
	 * Resolves with the first defined result of `look`. Calls it again at every message, and regularly, because it may
	 * depend on other processes and servers.
	 */
	until<T>(awaited: string, look: () => T | undefined | false) {
		return until(look, {
			awaited,
			seen: () => `${this.lines.join('\n')}\n${JSON.stringify(this.messages.slice(-5))}`,
			subscribe: (listener) => this.engine.listen(listener),
		});
	}

	untilPhase(infohash: string, phase: EngineStatus['phase']): Promise<EngineStatus> {
		return this.until(`phase ${phase}`, () => {
			const status = this.status(infohash);
			return status?.phase === phase && status;
		});
	}

	/** Returns how many pieces the engine read from the disk when it last started a download. */
	piecesRead(infohash: string): number {
		const line = this.lines
			.filter((text) => text.includes(`${infohash}: `) && text.includes('pieces read'))
			.at(-1);
		return Number(/: (\d+) of \d+ pieces read/.exec(line ?? '')?.[1] ?? Number.NaN);
	}
}

/** Starts an engine, closed after the test. */
export async function ownLab(options: Partial<EngineProcessOptions> = {}): Promise<Lab> {
	const made = new Lab(options);
	await made.engine.start();
	onTestFinished(() => made.engine.close());
	return made;
}

/** Options of the engines that the files of a worker share. */
const USUAL = '{}';

/** Time after which an idle engine ends. Its timers take a share of a core. */
const IDLE_MS = 20_000;

/** The system's timer, also while a test replaces the clock. */
const startTimer = setTimeout;

/**
 * Running engines that no test uses, by their options. Those with the usual options also serve the next files, and end
 * when they are idle, at the latest with the process of the worker. The others end with the file.
 */
const idle = new Map<string, Set<Lab>>();

/** Lets the next test use an engine. */
function keepIdle(key: string, made: Lab): void {
	const labs = idle.get(key) ?? new Set();
	idle.set(key, labs.add(made));
	const { uses } = made;
	startTimer(() => {
		if (made.uses === uses && labs.delete(made)) void made.engine.close();
	}, IDLE_MS).unref();
}

/** Takes a running engine out of the idle ones. */
function takeIdle(key: string): Lab | undefined {
	const labs = idle.get(key) ?? new Set<Lab>();
	for (const made of labs) {
		labs.delete(made);
		made.uses++;
		if (made.engine.pid !== undefined) return made;
	}
	return undefined;
}

/**
 * Returns an engine without downloads, for one test. Tests use the same ones after each other, if their options are
 * equal. An engine whose process ended is not used again. Tests of offenses need `ownLab`, because an engine remembers
 * the hosts.
 */
export async function lab(
	options: Omit<Partial<EngineProcessOptions>, 'ownService' | 'log'> = {},
): Promise<Lab> {
	const key = JSON.stringify(options);
	const made = takeIdle(key) ?? (await startShared(key, options));
	const { pid } = made.engine;
	onTestFinished(async () => {
		if (made.engine.pid !== pid) return;
		try {
			await made.reset();
		} catch (error) {
			if (error instanceof EngineGone) return;
			throw error;
		}
		keepIdle(key, made);
	});
	return made;
}

async function startShared(key: string, options: Partial<EngineProcessOptions>): Promise<Lab> {
	const made = new Lab(options);
	await made.engine.start();
	if (key === USUAL) return made;
	atFileEnd(async () => {
		idle.get(key)?.delete(made);
		await made.engine.close();
	});
	return made;
}

/** Returns an engine that seeds `samples` and has announced them to their trackers. */
export async function seeder(...samples: Sample[]): Promise<Lab> {
	const made = await lab();
	for (const { download, seedFolder, metainfo } of samples) {
		await made.engine.add(download(seedFolder));
		await made.until('seeding', () => {
			const status = made.status(metainfo.infohash);
			return status?.phase === 'seeding' && status.trackers.every((one) => one.status === 'Working');
		});
	}
	return made;
}

/** In hexadecimal. */
export function sha1(bytes: Uint8Array): string {
	return createHash('sha1').update(bytes).digest('hex');
}

export function sha256(path: string): string {
	return createHash('sha256').update(readFileSync(path)).digest('hex');
}

/** Returns the paths of the sample's files below `destination` with wrong content. */
export function differing({ metainfo, seedFolder }: Sample, destination: string): string[] {
	return metainfo.files
		.filter((file) => sha256(join(seedFolder, file.diskPath)) !== sha256(join(destination, file.diskPath)))
		.map((file) => file.path);
}
