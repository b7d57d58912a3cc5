import { resolve } from 'node:path';
import { stateFolder } from '../../process/folders.ts';
import type { MarketSettings } from '../../service/market/settings.ts';
import type { ServiceOptions } from '../../service/start.ts';
import { usage } from '../declaration/failure.ts';
import type { entries } from '../program/entries.ts';
import { version } from '../program/version.ts';
import type { OpenLog } from './open-log.ts';
import type { ServeFlags } from './options.ts';
import { isPeerAddress } from './peer-address.ts';
import { parseProxies } from './proxies.ts';
import type { ServiceSettings } from './settings.ts';
import { allWatchFolders, labeledFolders } from './watch-folders.ts';

export const configurationText = {
	overlayPeer: (given: string) =>
		`--overlay-peer is host:port, e.g. 192.0.2.1:6881 or [2001:db8::1]:6881, not ${JSON.stringify(given)}.`,
};

/** The settings of a service: of its command line, its environment and the settings file. */
interface Configuration {
	/** The state folder. */
	readonly folder: string;
	/** The settings file. */
	readonly file: string;
	readonly settings: ServiceSettings;
	/** Whether the operator chose the key file. */
	readonly apiKeyChosen: boolean;
	/** Whether to keep a corrupt database aside and start with an empty one. */
	readonly newDatabase: boolean;
}

/** Reads the settings file of a command line. With `--write-settings`, the file may be absent and is not read. */
export async function readConfiguration(flags: ServeFlags): Promise<Configuration> {
	const folder = resolve(flags.stateDir ?? stateFolder());
	const [{ defaultSettings, settingsPath }, { readSettingsFile }] = await Promise.all([
		import('./settings.ts'),
		import('./settings-file.ts'),
	]);
	const file = resolve(flags.settings ?? settingsPath(folder));
	const defaults = defaultSettings(folder);
	const written = flags.writeSettings ? {} : await readSettingsFile(file, flags.settings !== undefined);
	const settings = { ...defaults, ...written, ...given(flags, { ...defaults, ...written }) };
	return {
		folder,
		file,
		settings,
		newDatabase: flags.newDatabase,
		apiKeyChosen: flags.apiKeyFile !== undefined || settings.api_key_file !== defaults.api_key_file,
	};
}

/** Returns the options of a service. Throws a failure of usage if settings are wrong. */
export async function serviceOptions(
	{ folder, file, settings, apiKeyChosen, newDatabase }: Configuration,
	{ log, source }: Pick<OpenLog, 'log' | 'source'>,
	{ engine, watcher, docs }: Pick<typeof entries, 'engine' | 'watcher' | 'docs'>,
): Promise<ServiceOptions> {
	const { parseUpdateUrl } = await import('./update-settings.ts');
	return {
		host: settings.host,
		port: settings.port,
		stateFolder: folder,
		downloadFolder: resolve(settings.download_dir),
		apiKeyFile: settings.api_key ? resolve(settings.api_key_file) : null,
		apiKeyChosen,
		ownFiles: {
			keyFile: resolve(settings.api_key_file),
			settingsFile: file,
			logFile: settings.log_file,
		},
		allowedHosts: settings.allow_hosts,
		docsFolder: docs,
		newDatabase,
		peerPort: settings.peer_port,
		peerHost: settings.peer_host ?? undefined,
		dht: settings.dht,
		dhtBootstrap: settings.dht_bootstrap,
		localDiscovery: settings.local_discovery,
		peerExchange: settings.pex,
		webSeeds: settings.web_seeds,
		proxies: parseProxies(settings.proxies),
		overlay: settings.overlay,
		market: await parsedMarket(settings.market),
		updateUrl: settings.updates.url === null ? undefined : parseUpdateUrl(settings.updates.url),
		watchFolders: allWatchFolders(settings),
		completion: {
			command: settings.on_complete.command,
			timeoutS: settings.on_complete.timeout,
			parallel: settings.on_complete.parallel,
		},
		engine: { entry: engine },
		debug: { dumps: settings.debug, watcherEntry: watcher, serviceLog: source },
		version,
		log,
	};
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
		watch_folders: flags.watchLabel.length > 0 ? labeledFolders(flags.watchLabel) : undefined,
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
	if (odd !== undefined) throw usage(configurationText.overlayPeer(odd));
	if (peers.length > 0) return { ...overlay, enabled: isEnabled ?? true, peers: [...peers] };
	return isEnabled === undefined ? undefined : { ...overlay, enabled: isEnabled };
}
