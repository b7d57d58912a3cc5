import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Announcement, announcementFile } from '../protocol/announcement.ts';
import { Core } from './core.ts';
import { Downloads } from './downloads/downloads.ts';
import { EngineProcess, type EngineProcessOptions } from './engine/process.ts';
import { Fault, reasonOf } from './fault.ts';
import { byKey, byLoopback, isLoopback } from './http/authentication.ts';
import { EventStream } from './http/event-stream.ts';
import { createServer } from './http/server.ts';
import { readKeyFile } from './key-file.ts';
import type { Log } from './log.ts';
import { coreRoutes } from './routes/core.ts';
import { downloadRoutes } from './routes/downloads.ts';
import { openDatabase } from './storage/database.ts';
import { DownloadStore } from './storage/download-store.ts';

export interface ServiceOptions {
	/** Address to listen on. */
	readonly host: string;
	/** 0 lets the system choose. */
	readonly port: number;
	/** Folder for the database, the key and the announcement. */
	readonly stateFolder: string;
	/** Where data goes when a request does not say. */
	readonly downloadFolder: string;
	/** File of the API key; null for a service without a key, on loopback alone. */
	readonly apiKeyFile: string | null;
	/** Was the key file chosen by the operator? Off loopback it must be. */
	readonly apiKeyChosen: boolean;
	readonly dht: boolean;
	readonly localDiscovery: boolean;
	readonly peerExchange: boolean;
	/** How the engine's process is started. */
	readonly engine: Pick<EngineProcessOptions, 'entry' | 'execArgv'>;
	readonly version: string;
	readonly log: Log;
}

export interface Service {
	readonly url: string;
	/** Stops answering, saves everything, ends the engine. */
	close(): Promise<void>;
}

/** Starts a control service. Resolves when it answers; downloads are loaded after that. */
export async function startService(options: ServiceOptions): Promise<Service> {
	const { log } = options;
	refuseOpenDoor(options);
	const authentication = options.apiKeyFile === null ? byLoopback : byKey(readKeyFile(options.apiKeyFile));
	const core = new Core();
	const events = new EventStream();
	const store = new DownloadStore(openDatabase(options.stateFolder));
	const engine = new EngineProcess({
		port: 0,
		dht: options.dht,
		localDiscovery: options.localDiscovery,
		peerExchange: options.peerExchange,
		...options.engine,
		log,
	});
	const fail = (reason: string) => {
		log('error', reason);
		core.failed(reason);
		events.emit('tribler_exception', { text: reason });
	};
	const started = () => {
		core.started();
		events.emit('tribler_started', {});
		log('info', `Started with ${downloads.checkpoints.total} downloads.`);
	};
	const downloads = new Downloads({
		store,
		engine,
		log,
		emit: (name, payload) => events.emit(name, payload),
		onException: fail,
		onRecovery: () => {
			if (core.state.state === 'EXCEPTION') started();
		},
	});
	const app = createServer({
		handlers: {
			...downloadRoutes(downloads, {
				defaultDestination: options.downloadFolder,
				stateFolder: options.stateFolder,
			}),
			...coreRoutes(core, events, options.version),
		},
		authentication,
		log,
	});

	const announcement = join(options.stateFolder, announcementFile);
	const close = async () => {
		try {
			rmSync(announcement, { force: true });
		} catch (error) {
			log('warning', `${announcement} cannot be deleted: ${reasonOf(error)}`);
		}
		events.close();
		await app.close();
		await downloads.close();
	};

	let url: string;
	try {
		url = await app.listen({ host: options.host, port: options.port });
	} catch (error) {
		store.close();
		throw new Fault(
			500,
			'ListenError',
			`Cannot listen on ${options.host} port ${options.port}: ${reasonOf(error)}. Choose another with --port.`,
			error,
		);
	}
	const announced: Announcement = {
		url,
		pid: process.pid,
		api_key_file: options.apiKeyFile ?? '',
		version: options.version,
	};
	try {
		writeFileSync(announcement, `${JSON.stringify(announced, null, '\t')}\n`, { mode: 0o600 });
	} catch (error) {
		await app.close();
		store.close();
		throw new Fault(500, 'StorageError', `Cannot write ${announcement}: ${reasonOf(error)}.`, error);
	}
	log('info', `seedtop ${options.version} listens on ${url}`);

	core.starting('Starting the engine and loading the downloads');
	const load = async () => {
		await downloads.load();
		started();
	};
	load().catch((error: unknown) => fail(`The engine cannot be started: ${reasonOf(error)}`));
	return { url, close };
}

/** Off loopback anybody may knock: then there must be a key, and one that the operator knows and gave. */
function refuseOpenDoor(options: ServiceOptions): void {
	if (isLoopback(options.host)) return;
	if (options.apiKeyFile === null || !options.apiKeyChosen) {
		throw new Fault(
			500,
			'OpenDoorError',
			`Refusing to listen on ${options.host} without a key: anybody who reaches this machine could control the downloads. Give one with --api-key-file FILE.`,
		);
	}
}
