import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { maxOpenFiles } from '../concurrency/open-files.ts';
import { commandFiles } from './completion/command-files.ts';
import type { CompletionSettings } from './completion/completion-commands.ts';
import { sharesBesides } from './connections/network.ts';
import { Core, type CorePart } from './core/core.ts';
import type { Emit } from './core/emit.ts';
import { ownExtensions } from './core/extensions.ts';
import { Debug, type DebugOptions } from './debug/debug.ts';
import { registerDocs } from './docs/routes.ts';
import { Downloads } from './downloads/downloads.ts';
import type { EngineOptions } from './engine/port.ts';
import { createEngineProcess, type EngineProcessOptions } from './engine/process.ts';
import { endStaleEngine } from './engine/stale-engine.ts';
import { requireKey, requireNothing } from './http/authentication.ts';
import { connectionLimits, HttpConnections } from './http/connections.ts';
import { EventStream } from './http/event-stream.ts';
import { FailedKeys } from './http/failed-keys.ts';
import { checkHostAndOrigin, isLoopback } from './http/host-and-origin-check.ts';
import { HttpError, reasonOf } from './http/http-error.ts';
import type { Handlers } from './http/route.ts';
import { createServer } from './http/server.ts';
import { OwnService } from './http-client/own-service.ts';
import { LabelStore } from './labels/label-store.ts';
import { Labels } from './labels/labels.ts';
import { LazyOverlay } from './lazy-overlay.ts';
import { LazyParts } from './lazy-parts.ts';
import { AppliedLimits } from './limits/applied-limits.ts';
import type { Log } from './log/log.ts';
import type { MarketSettings } from './market/settings.ts';
import type { OpenOverlayOptions } from './overlay/open-overlay.ts';
import type { SocksProxy } from './proxies/socks-proxy.ts';
import { coreRoutes } from './routes/core.ts';
import { debugRoutes } from './routes/debug.ts';
import { downloadRoutes } from './routes/downloads.ts';
import { engineRoutes } from './routes/engine.ts';
import { fileRoutes } from './routes/files.ts';
import { importRoutes } from './routes/importing.ts';
import { labelRoutes } from './routes/labels.ts';
import { settingsRoutes } from './routes/settings.ts';
import { streamRoutes } from './routes/stream.ts';
import { trackerRoutes } from './routes/trackers.ts';
import { StoredSettings } from './settings/stored-settings.ts';
import { StateDatabase } from './state-database.ts';
import { Announcer } from './storage/announce.ts';
import { DownloadStore } from './storage/download-store.ts';
import { readKeyFile } from './storage/key-file.ts';
import { PathGuard, type ProtectedPaths } from './storage/path-guard.ts';
import type { Database } from './storage/sqlite.ts';
import { UpdateCheck } from './updates/update-check.ts';
import type { WatchedFolder } from './watch/watch-folder.ts';
import { WatchFolders } from './watch/watch-folders.ts';

/** Failures of a start. */
export const startText = {
	notListening: (host: string, port: number, reason: string) =>
		`Cannot listen on ${host} port ${port}: ${reason}. Choose another with --port.`,
	withoutKey: (host: string) =>
		`Refusing to listen on ${host} without a key: anybody who reaches this machine could control the downloads. Give one with --api-key-file FILE.`,
	noEngine: (reason: string) => `The engine cannot be started: ${reason}.`,
};

export interface ServiceOptions
	extends Pick<EngineOptions, 'dht' | 'dhtBootstrap' | 'localDiscovery' | 'peerExchange' | 'webSeeds'> {
	/** Address to listen on. */
	readonly host: string;
	/** 0 lets the system choose. */
	readonly port: number;
	/** Folder for the database, the key and the announcement. */
	readonly stateFolder: string;
	/** Destination of downloads whose request names none. */
	readonly downloadFolder: string;
	/** File of the API key; null for a service without a key, allowed on loopback only. */
	readonly apiKeyFile: string | null;
	/** Whether the operator chose the key file. Required unless the service listens on loopback. */
	readonly apiKeyChosen: boolean;
	/** Files of the service that may be outside the state folder. No download may touch them. */
	readonly ownFiles: Pick<ProtectedPaths, 'keyFile' | 'settingsFile' | 'logFile'>;
	/** Whether to keep a corrupt database aside and start with an empty one. */
	readonly newDatabase: boolean;
	/** Port for incoming peers; 0 lets the system choose. */
	readonly peerPort: number;
	/** Address for incoming peers; undefined for all. */
	readonly peerHost: string | undefined;
	/** SOCKS5 proxies of hops, in order. Hop i uses the i-th proxy. */
	readonly proxies: readonly SocksProxy[];
	/** Connections to other services. */
	readonly overlay: Pick<OpenOverlayOptions, 'peers' | 'discovery'> & { readonly enabled: boolean };
	readonly market: MarketSettings;
	/** Address for the check for a new version. Undefined for no checks. */
	readonly updateUrl: URL | undefined;
	/** Folders whose .torrent and .magnet files are added. */
	readonly watchFolders: readonly WatchedFolder[];
	/** The command that runs when a download has finished. */
	readonly completion: CompletionSettings;
	/** Additional accepted Host names, e.g. of a reverse proxy or a container. */
	readonly allowedHosts: readonly string[];
	/** Folder of the explorer's static files. */
	readonly docsFolder: string;
	/** Start options of the engine process. */
	readonly engine: Pick<EngineProcessOptions, 'entry' | 'execArgv' | 'heartbeat'>;
	/** Debug information. `dumps`: whether to allow memory dumps and the profiler. */
	readonly debug: Pick<DebugOptions, 'watcherEntry' | 'serviceLog' | 'freeMemory'> & {
		readonly dumps: boolean;
	};
	readonly version: string;
	readonly log: Log;
}

export interface Service {
	readonly url: string;
	/** Closes the server, saves all state and stops the engine. */
	close(): Promise<void>;
}

/**
 * Starts a control service. Resolves when it responds. The database upgrade and the loading of downloads follow.
 */
export async function startService(options: ServiceOptions): Promise<Service> {
	const { log, stateFolder } = options;
	refusePublicWithoutKey(options);
	const failedKeys = new FailedKeys(log);
	const authentication =
		options.apiKeyFile === null ? requireNothing : requireKey(readKeyFile(options.apiKeyFile), failedKeys);
	const core = new Core();
	const events = new EventStream();
	const emit: Emit = (name, payload) => events.emit(name, payload);
	const fail = (part: CorePart, reason: string) => {
		log('error', reason);
		core.failed(part, reason);
		emit('tribler_exception', { text: reason });
	};
	const database = new StateDatabase({
		stateFolder,
		newDatabase: options.newDatabase,
		core,
		emit,
		log,
		onFailure: (reason) => fail('database', reason),
	});
	const ownService = new OwnService();
	const watchFolders = options.watchFolders.map(({ folder }) => folder);
	const protectedPaths = {
		...options.ownFiles,
		stateFolder,
		watchFolders,
		commandFiles: commandFiles(options.completion.command),
	};
	const guard = new PathGuard(protectedPaths);
	const hostsWithoutShare = options.proxies.map(({ host }) => host);
	const pidFile = join(stateFolder, 'engine.pid');
	const engine = createEngineProcess({
		port: options.peerPort,
		host: options.peerHost,
		dht: options.dht,
		dhtBootstrap: options.dhtBootstrap,
		localDiscovery: options.localDiscovery,
		peerExchange: options.peerExchange,
		webSeeds: options.webSeeds,
		ownService: () => ownService.listening,
		protectedPaths,
		hostsWithoutShare,
		pidFile,
		...options.engine,
		log,
	});
	const debug = new Debug({
		...options.debug,
		enabled: options.debug.dumps,
		engine,
		stateFolder,
		log,
	});
	const overlay = new LazyOverlay(
		options.overlay.enabled
			? async () => {
					const [{ openIdentity }, { openOverlay }] = await Promise.all([
						import('./overlay/identity.ts'),
						import('./overlay/open-overlay.ts'),
					]);
					const identity = openIdentity(stateFolder);
					return openOverlay({ ...options.overlay, identity, engine, stateFolder, hostsWithoutShare, log });
				}
			: undefined,
		(text) => {
			log('error', text);
			emit('tribler_exception', { text });
		},
	);
	const { updateUrl, version } = options;
	const updates = updateUrl && new UpdateCheck({ url: updateUrl, version, ownService, emit, log });
	const alwaysAvailable = {
		...coreRoutes(core, events, options.version),
		...debugRoutes(debug, engine),
		...engineRoutes(engine),
	};
	const started = (downloads: Downloads) => {
		core.started();
		emit('tribler_started', {});
		log('info', `Started with ${downloads.checkpoints.total} downloads.`);
		parts?.started();
		overlay.started();
		updates?.started();
	};

	/** Undefined while the database is not open. */
	let parts: LazyParts | undefined;
	let limits: AppliedLimits | undefined;
	let watch: WatchFolders | undefined;
	let handlers: Partial<Handlers> = {
		...alwaysAvailable,
		listDownloads: async () => ({
			downloads: [],
			checkpoints: { all_loaded: false, loaded: 0, total: 0 },
		}),
	};
	const announcer = new Announcer(stateFolder, log);
	/** Loads the downloads from the database, which must be up to date. */
	const open = (database: Database): Downloads => {
		const labels = new Labels(new LabelStore(database));
		const settings = new StoredSettings(database, log);
		const opened: Downloads = new Downloads({
			store: new DownloadStore(database),
			labels,
			settings,
			engine,
			proxies: options.proxies,
			guard,
			completion: options.completion,
			stateFolder,
			log,
			emit,
			onException: (reason) => fail('engine', reason),
			onSaving: (failure) => {
				if (failure !== undefined) {
					fail('database', failure);
					return;
				}
				core.recovered('database');
				log('info', 'The downloads can be saved again.');
				announcer.retry();
			},
			onRecovery: () => {
				if (core.recovered('engine')) started(opened);
			},
			onResponse: () => {
				if (!core.recovered('engine')) return;
				log('info', 'The engine responds again.');
				if (core.state.state === 'STARTED') emit('tribler_started', {});
			},
		});
		const applied = new AppliedLimits(settings.current.limits, {
			apply: ({ download, upload }) =>
				opened.controller.limitAll({ maxDownloadSpeed: download, maxUploadSpeed: upload }),
			log,
		});
		settings.listen(({ limits }) => applied.change(limits));
		limits = applied;
		watch = new WatchFolders({
			folders: options.watchFolders,
			downloads: opened,
			labels,
			defaultDestination: options.downloadFolder,
			stateFolder,
			emit,
			log,
		});
		parts = new LazyParts({
			stateFolder,
			database,
			downloads: opened,
			engine,
			overlay,
			market: options.market,
			dht: options.dht,
			peerAddress: peerAddress(options),
			defaultDestination: options.downloadFolder,
			ownService,
			emit,
			log,
		});
		handlers = {
			...downloadRoutes(opened, { defaultDestination: options.downloadFolder, labels, ownService }),
			...labelRoutes(labels, opened),
			...importRoutes(opened),
			...fileRoutes(opened),
			...streamRoutes(opened, log),
			...settingsRoutes(settings, applied),
			...trackerRoutes(opened),
			...parts.handlers(),
			...alwaysAvailable,
		} satisfies Handlers;
		return opened;
	};
	const app = createServer({
		handlers: () => handlers,
		hostAndOrigin: checkHostAndOrigin(options.host, options.allowedHosts),
		authentication,
		connections: new HttpConnections(
			sharesBesides(hostsWithoutShare),
			connectionLimits(maxOpenFiles() ?? Number.POSITIVE_INFINITY),
		),
		log,
		onException: (text) => emit('tribler_exception', { text }),
	});
	const docs = { folder: options.docsFolder, version: options.version, withKey: options.apiKeyFile !== null };
	registerDocs(app, docs);
	let url: string;
	/** The downloads, if the database needs no upgrade. */
	let currentDownloads: Downloads | undefined;
	try {
		// Without an upgrade, downloads are available before the first request.
		currentDownloads = database.current && open(database.current);
		url = await listen(app, options);
		// A string is the path of a socket. This service never listens on one.
		ownService.listening = app.addresses().filter((at) => typeof at !== 'string');
		announcer.announce({
			url,
			pid: process.pid,
			api_key_file: options.apiKeyFile ?? '',
			version: options.version,
			extensions: [...ownExtensions],
		});
	} catch (error) {
		await app.close();
		database.close();
		await debug.close();
		throw error;
	}
	log('info', `seedtop ${options.version} listens on ${url}`);

	let closing = false;
	const prepared = currentDownloads
		? Promise.resolve(currentDownloads)
		: database.prepare(open).catch(() => undefined);
	const load = async () => {
		const opened = await prepared;
		if (!opened || closing) return;
		announcer.retry();
		await endStaleEngine(pidFile, log);
		if (closing) return;
		core.starting('Starting the engine and loading the downloads');
		watch?.start();
		await opened.load();
		started(opened);
	};
	load().catch((error: unknown) => {
		// Closing the service during the start stops the engine too.
		if (!closing) fail('engine', startText.noEngine(reasonOf(error)));
	});
	return {
		url,
		close: async () => {
			closing = true;
			updates?.close();
			database.stop();
			announcer.withdraw();
			emit('tribler_shutdown_state', { state: 'Saving the downloads' });
			events.close();
			await app.close();
			failedKeys.close();
			await debug.close();
			await watch?.close();
			const opened = await prepared;
			limits?.close();
			await overlay.close();
			// They use the database, which the downloads close.
			await parts?.close();
			if (opened) await opened.close();
			else database.close();
		},
	};
}

async function listen(app: FastifyInstance, { host, port }: ServiceOptions): Promise<string> {
	try {
		return await app.listen({ host, port });
	} catch (error) {
		throw new HttpError(500, 'ListenError', startText.notListening(host, port, reasonOf(error)), error);
	}
}

/** Returns host:port for peers. Undefined unless both are configured. */
function peerAddress({ peerHost, peerPort }: ServiceOptions): string | undefined {
	if (peerHost === undefined || peerPort === 0) return undefined;
	return peerHost.includes(':') ? `[${peerHost}]:${peerPort}` : `${peerHost}:${peerPort}`;
}

/** Throws unless the host is loopback or the operator chose a key. */
function refusePublicWithoutKey(options: ServiceOptions): void {
	if (isLoopback(options.host)) return;
	if (options.apiKeyFile === null || !options.apiKeyChosen) {
		throw new HttpError(500, 'OpenDoorError', startText.withoutKey(options.host));
	}
}
