import { DEFAULT_PORT, portVariable } from '../../protocol/settings.ts';
import { logLevels } from '../../service/log/log.ts';
import type { InputOf } from '../declaration/declaration.ts';
import { choice, either, flag, integer, list, repeated, text } from '../declaration/options.ts';

const files = 'Files:';
const peers = 'Peers:';
const overlay = 'Overlay:';
const logs = 'Log:';
const debug = 'Debug:';

/**
 * The options of the service, which override its settings. Each option of a pair parses both flags. Only the first
 * one is read.
 */
export const serveOptions = {
	host: text('--host <address>', 'address to listen on (default: 127.0.0.1)'),
	port: integer('--port <port>', `port to listen on, 0 for any (default: ${DEFAULT_PORT})`, {
		env: portVariable,
		maximum: 65_535,
	}),
	apiKeyFile: text('--api-key-file <file>', 'file of the API key; created if missing', {
		completes: 'file',
	}),
	/** False to require no key. */
	apiKey: either('--no-api-key', 'require no API key; only on loopback'),

	allowHost: list(
		'--allow-host <name>',
		'also accept requests for this Host name, e.g. a reverse proxy; repeatable',
		{
			env: 'SEEDTOP_ALLOW_HOST',
		},
	),

	stateDir: text('--state-dir <folder>', 'folder for the database, the key and the settings', {
		completes: 'folder',
		group: files,
	}),
	downloadDir: text('--download-dir <folder>', 'default folder for data', {
		completes: 'folder',
		group: files,
	}),
	watchFolder: text('--watch-folder <folder>', 'add .torrent and .magnet files from this folder', {
		completes: 'folder',
		group: files,
	}),
	watchLabel: repeated(
		'--watch-label <label=folder>',
		'add .torrent and .magnet files from this folder with a label; repeatable',
		{ group: files },
	),
	onComplete: text('--on-complete <program>', 'run this program when a download has finished', {
		completes: 'file',
		group: files,
	}),
	settings: text('--settings <file>', 'settings file (default: settings.json in the state folder)', {
		completes: 'file',
		group: files,
	}),
	writeSettings: flag('--write-settings', 'write a file with all settings and exit', {
		group: files,
	}),
	newDatabase: flag('--new-database', 'move a corrupt database aside and start with an empty one', {
		group: files,
	}),

	peerPort: integer('--peer-port <port>', 'port for peers, 0 for any (default: 0)', {
		maximum: 65_535,
		group: peers,
	}),
	peerHost: text('--peer-host <address>', 'address for peers (default: all)', { group: peers }),
	dht: either('--dht', 'use the DHT (overrides the settings)', { group: peers }),
	noDht: either('--no-dht', 'do not use the DHT', { env: 'SEEDTOP_NO_DHT', group: peers }),
	localDiscovery: either('--local-discovery', 'look for peers on the local network', { group: peers }),
	noLocalDiscovery: either('--no-local-discovery', 'do not look for peers on the local network', {
		env: 'SEEDTOP_NO_LOCAL_DISCOVERY',
		group: peers,
	}),
	pex: either('--pex', 'use peer exchange (PEX)', { group: peers }),
	noPex: either('--no-pex', 'do not use peer exchange (PEX)', { env: 'SEEDTOP_NO_PEX', group: peers }),
	webSeeds: either('--web-seeds', 'download from web seeds (HTTP servers in the torrent)', {
		group: peers,
	}),
	noWebSeeds: either('--no-web-seeds', 'do not download from web seeds', {
		env: 'SEEDTOP_NO_WEB_SEEDS',
		group: peers,
	}),

	overlay: either('--overlay', 'connect to other services, e.g. for the market', { group: overlay }),
	overlayPeer: list(
		'--overlay-peer <host:port>',
		'peer address of another service; repeatable; implies --overlay',
		{
			group: overlay,
		},
	),

	logLevel: choice('--log-level <level>', logLevels, 'minimum level that is logged', { group: logs }),
	logFile: text('--log-file <file>', 'also log to this file', { completes: 'file', group: logs }),
	logSize: integer('--log-size <MiB>', 'rotate the log file at this size (default: 10)', {
		minimum: 1,
		maximum: 1_000_000,
		group: logs,
	}),
	logFiles: integer('--log-files <count>', 'number of rotated log files to keep (default: 5)', {
		maximum: 1_000,
		group: logs,
	}),

	/** False to disable memory dumps and the profiler. */
	debug: either('--no-debug', 'disable memory dumps and the profiler', { group: debug }),
} as const;

export type ServeFlags = InputOf<typeof serveOptions, Record<never, never>>;
