import { join } from 'node:path';
import Type from 'typebox';
import { downloadFolder } from '../../process/folders.ts';
import { DEFAULT_PORT } from '../../protocol/settings.ts';
import { logLevels } from '../../service/log/log.ts';
import { CompletionSettings } from './completion-settings.ts';
import { MarketSettings, OverlaySettings } from './market-settings.ts';
import { UpdateSettings } from './update-settings.ts';
import { WatchFoldersSettings } from './watch-settings.ts';

const portNumber = Type.Integer({ minimum: 0, maximum: 65_535 });
const text = Type.String({ minLength: 1 });
const textOrNull = Type.Union([text, Type.Null()]);

/** All settings of the service as in its file. Paths are absolute. */
export const ServiceSettings = Type.Object({
	/** Address and port of the HTTP interface. Port 0 lets the system choose. */
	host: text,
	port: portNumber,
	/** Whether to require the API key. Can be false only on loopback. */
	api_key: Type.Boolean(),
	api_key_file: text,
	/** Other accepted Host names, e.g. of a reverse proxy or a container. */
	allow_hosts: Type.Array(text),
	download_dir: text,
	/** Null for none. */
	watch_folder: textOrNull,
	/** Further ones, with labels. */
	watch_folders: WatchFoldersSettings,
	/** The command that runs when a download has finished. */
	on_complete: CompletionSettings,
	/** 0 lets the system choose. */
	peer_port: portNumber,
	/** Address for peers, null for all. */
	peer_host: textOrNull,
	dht: Type.Boolean(),
	/** Nodes at which the DHT begins, host:port with a name or an IPv4 address. */
	dht_bootstrap: Type.Array(text),
	local_discovery: Type.Boolean(),
	pex: Type.Boolean(),
	web_seeds: Type.Boolean(),
	/** 'socks5://user:password@host:port'. Hop n of a download uses the n-th. */
	proxies: Type.Array(Type.String()),
	/** Connections to other services. */
	overlay: OverlaySettings,
	market: MarketSettings,
	/** Checks for a new version. */
	updates: UpdateSettings,
	log_level: Type.Enum([...logLevels]),
	/** Null for none. The log always goes to standard output too. */
	log_file: textOrNull,
	/** MiB. */
	log_size: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
	log_files: Type.Integer({ minimum: 0, maximum: 1_000 }),
	/** Whether to allow memory dumps and the profiler. */
	debug: Type.Boolean(),
});
export type ServiceSettings = Type.Static<typeof ServiceSettings>;

/** Returns the default path of the settings file: beside the database. */
export function settingsPath(stateFolder: string): string {
	return join(stateFolder, 'settings.json');
}

/** Returns the default settings. */
export function defaultSettings(stateFolder: string): ServiceSettings {
	return {
		host: '127.0.0.1',
		port: DEFAULT_PORT,
		api_key: true,
		api_key_file: join(stateFolder, 'api.key'),
		allow_hosts: [],
		download_dir: downloadFolder(),
		watch_folder: null,
		watch_folders: [],
		on_complete: { command: [], timeout: 600, parallel: 1 },
		peer_port: 0,
		peer_host: null,
		dht: true,
		dht_bootstrap: ['router.bittorrent.com:6881', 'router.utorrent.com:6881', 'dht.transmissionbt.com:6881'],
		local_discovery: true,
		pex: true,
		web_seeds: true,
		proxies: [],
		overlay: { enabled: false, peers: [], discovery: true },
		market: { assets: [], transaction_timeout: 3600, history_days: 90 },
		updates: { url: null },
		log_level: 'info',
		log_file: null,
		log_size: 10,
		log_files: 5,
		debug: true,
	};
}
