import { resolve } from 'node:path';
import { isatty } from 'node:tty';
import { setFlagsFromString } from 'node:v8';
import type { LogSource } from '../../service/debug/log-source.ts';
import type { Log } from '../../service/log.ts';
import type { MarketSettings } from '../../service/market/settings.ts';
import { command } from '../declaration/declaration.ts';
import { entries } from '../entries.ts';
import { requireOpenFiles } from '../open-files.ts';
import { usage } from '../output/failure.ts';
import { version } from '../version.ts';
import { stateFolder } from './folders.ts';
import { type ServeFlags, serveOptions } from './options.ts';
import { isPeerAddress } from './peer-address.ts';
import { parseProxies } from './proxies.ts';
import { notifySupervisor } from './readiness.ts';
import type { ServiceSettings } from './settings.ts';
import { allWatchFolders, labelledFolders } from './watch-folders.ts';

/**
 * Minimum number of files and connections of the service, and of its engine. An idle service has about 30, and loads up to
 * 60 files of the program at once.
 */
const MIN_OPEN_FILES = 128;

export const serveText = {
	overlayPeer: (given: string) =>
		`--overlay-peer is host:port, e.g. 192.0.2.1:6881 or [2001:db8::1]:6881, not ${JSON.stringify(given)}.`,
	reopened: (signal: 'SIGHUP' | 'SIGUSR1') => `The log was reopened after ${signal}.`,
};

export const serveCommand = command({
	name: 'serve',
	summary: 'run the service in the foreground',
	description:
		'Runs the control service in the foreground, for systemd and containers. SIGTERM stops it, SIGHUP and SIGUSR1 reopen its log file.',
	options: serveOptions,
	run: serve,
});

async function serve(flags: ServeFlags): Promise<void> {
	// A burst of requests would enlarge V8's young generation by 30 MB for the lifetime of the service.
	setFlagsFromString('--semi-space-growth-factor=1');
	const folder = resolve(flags.stateDir ?? stateFolder());
	const [{ defaultSettings, settingsPath }, { readSettingsFile, writeSettingsFile }] = await Promise.all([
		import('./settings.ts'),
		import('./settings-file.ts'),
	]);
	const file = resolve(flags.settings ?? settingsPath(folder));
	const defaults = defaultSettings(folder);
	if (flags.writeSettings) {
		await writeSettingsFile(file, { ...defaults, ...given(flags, defaults) });
		process.stdout.write(`${file}\n`);
		return;
	}
	const written = await readSettingsFile(file, flags.settings !== undefined);
	const settings: ServiceSettings = {
		...defaults,
		...written,
		...given(flags, { ...defaults, ...written }),
	};
	requireOpenFiles(MIN_OPEN_FILES, 'the service');
	const proxies = parseProxies(settings.proxies);
	const watchFolders = allWatchFolders(settings);
	const { log, reopen, source } = await openLog(settings);
	const reopenAfter = (signal: 'SIGHUP' | 'SIGUSR1') => {
		reopen();
		log('info', serveText.reopened(signal));
	};
	const hungUp = new Promise<string>((end) => {
		const onTerminal = process.stdout.isTTY;
		process.on('SIGHUP', () => {
			// A closed terminal is no longer a terminal.
			if (onTerminal && !isatty(process.stdout.fd)) return end('the end of its terminal');
			reopenAfter('SIGHUP');
		});
	});
	process.on('SIGUSR1', () => reopenAfter('SIGUSR1'));
	const [{ startService }, { parseUpdateUrl }] = await Promise.all([
		import('../../service/start.ts'),
		import('./update-settings.ts'),
	]);
	const service = await startService({
		host: settings.host,
		port: settings.port,
		stateFolder: folder,
		downloadFolder: resolve(settings.download_dir),
		apiKeyFile: settings.api_key ? resolve(settings.api_key_file) : null,
		apiKeyChosen: flags.apiKeyFile !== undefined || settings.api_key_file !== defaults.api_key_file,
		ownFiles: {
			keyFile: resolve(settings.api_key_file),
			settingsFile: file,
			logFile: settings.log_file,
		},
		allowedHosts: settings.allow_hosts,
		docsFolder: entries.docs,
		newDatabase: flags.newDatabase,
		peerPort: settings.peer_port,
		peerHost: settings.peer_host ?? undefined,
		dht: settings.dht,
		dhtBootstrap: settings.dht_bootstrap,
		localDiscovery: settings.local_discovery,
		peerExchange: settings.pex,
		webSeeds: settings.web_seeds,
		proxies,
		overlay: settings.overlay,
		market: await parsedMarket(settings.market),
		updateUrl: settings.updates.url === null ? undefined : parseUpdateUrl(settings.updates.url),
		watchFolders,
		completion: {
			command: settings.on_complete.command,
			timeoutS: settings.on_complete.timeout,
			parallel: settings.on_complete.parallel,
		},
		engine: { entry: entries.engine },
		debug: { dumps: settings.debug, watcherEntry: entries.watcher, serviceLog: source },
		version,
		log,
	});
	const ended = new Promise<string>((end) => {
		for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => end(signal));
		// A service of a program (the demo) ends with it.
		if (process.connected) process.once('disconnect', () => end('the end of the program it belongs to'));
	});
	void notifySupervisor('READY=1', log);
	log('info', `Stopping at ${await Promise.race([ended, hungUp])}.`);
	void notifySupervisor('STOPPING=1', log);
	await service.close();
	log('info', 'Stopped.');
	process.exit(0);
}

/** Returns the settings of the command line and the environment. `others` are those of the file. */
function given(flags: ServeFlags, others: ServiceSettings): Partial<ServiceSettings> {
	const path = (flag: string | undefined) => (flag === undefined ? undefined : resolve(flag));
	const all: { readonly [Name in keyof ServiceSettings]?: ServiceSettings[Name] | undefined } = {
		host: flags.host,
		port: flags.port,
		api_key: flags.apiKey,
		api_key_file: path(flags.apiKeyFile),
		allow_hosts: flags.allowHost.length > 0 ? [...flags.allowHost] : undefined,
		download_dir: path(flags.downloadDir),
		watch_folder: path(flags.watchFolder),
		watch_folders: flags.watchLabel.length > 0 ? labelledFolders(flags.watchLabel) : undefined,
		peer_port: flags.peerPort,
		peer_host: flags.peerHost,
		dht: flags.dht,
		local_discovery: flags.localDiscovery,
		pex: flags.pex,
		web_seeds: flags.webSeeds,
		on_complete:
			flags.onComplete === undefined
				? undefined
				: { ...others.on_complete, command: [resolve(flags.onComplete)] },
		overlay: givenOverlay(flags, others.overlay),
		log_level: flags.logLevel,
		log_file: path(flags.logFile),
		log_size: flags.logSize,
		log_files: flags.logFiles,
		debug: flags.debug,
	};
	return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

/** Returns the settings of the market. Those of a file were checked when it was read. */
async function parsedMarket(written: ServiceSettings['market']): Promise<MarketSettings> {
	// Without assets, nothing of the market is loaded.
	if (written.assets.length === 0) {
		const { transaction_timeout: transactionTimeoutS, history_days: historyDays } = written;
		return { assets: [], transactionTimeoutS, historyDays };
	}
	const { parseMarket } = await import('../../service/market/settings.ts');
	return parseMarket(written).market;
}

/** Returns undefined without flags of the overlay. */
function givenOverlay(
	{ overlay: isEnabled, overlayPeer: peers }: ServeFlags,
	overlay: ServiceSettings['overlay'],
): ServiceSettings['overlay'] | undefined {
	const odd = peers.find((peer) => !isPeerAddress(peer));
	if (odd !== undefined) throw usage(serveText.overlayPeer(odd));
	if (peers.length > 0) return { ...overlay, enabled: isEnabled ?? true, peers: [...peers] };
	return isEnabled === undefined ? undefined : { ...overlay, enabled: isEnabled };
}

/**
 * Opens the log on standard output and, if set, in a file. `reopen` reopens the file. `source` reads the log: without
 * a file its last lines are in memory.
 */
async function openLog(
	settings: ServiceSettings,
): Promise<{ log: Log; reopen: () => void; source: LogSource }> {
	const [{ createLog }, { openLogFile }, { FileLogTail }, { RecentLines }] = await Promise.all([
		import('../../service/log.ts'),
		import('../../service/log-file.ts'),
		import('../../service/debug/log-tail.ts'),
		import('../../service/debug/recent-lines.ts'),
	]);
	// The service continues if its log's reader ends or the disk is full.
	process.stdout.removeAllListeners('error').on('error', () => {});
	const { log_file: path, log_size: size, log_files: files, log_level: level } = settings;
	const print = (line: string) => {
		process.stdout.write(line);
	};
	if (path === null) {
		const source = new RecentLines();
		const log = createLog((line) => {
			print(line);
			source.write(line);
		}, level);
		return { log, reopen: () => {}, source };
	}
	const { write, reopen } = openLogFile({
		path,
		size: size * 1024 * 1024,
		files,
		onFailure: (reason) => createLog(print)('error', `The log file ${path} cannot be written: ${reason}.`),
	});
	const log = createLog((line) => {
		print(line);
		write(line);
	}, level);
	return { log, reopen, source: new FileLogTail(path) };
}
