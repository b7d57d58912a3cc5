import { join } from 'node:path';
import Type from 'typebox';
import { defaultPort } from '../../protocol/settings.ts';
import { logLevels } from '../../service/log.ts';
import { downloadFolder } from './folders.ts';

const portNumber = Type.Integer({ minimum: 0, maximum: 65_535 });
const text = Type.String({ minLength: 1 });
const textOrNull = Type.Union([text, Type.Null()]);

/** Every setting of the service, as its file has them. Paths are absolute. */
export const ServiceSettings = Type.Object({
	/** Address and port of the HTTP interface; port 0 lets the system choose. */
	host: text,
	port: portNumber,
	/** Ask for the key? Without one only on loopback. */
	api_key: Type.Boolean(),
	api_key_file: text,
	/** Names that requests may be for beside its own: that of a reverse proxy, of a container. */
	allow_hosts: Type.Array(text),
	download_dir: text,
	/** null for none. */
	watch_folder: textOrNull,
	/** 0 lets the system choose. */
	peer_port: portNumber,
	/** Address that peers connect to; null for all. */
	peer_host: textOrNull,
	dht: Type.Boolean(),
	local_discovery: Type.Boolean(),
	pex: Type.Boolean(),
	web_seeds: Type.Boolean(),
	/** 'socks5://user:password@host:port'; hop n of a download is the n-th. */
	proxies: Type.Array(Type.String()),
	log_level: Type.Enum([...logLevels]),
	/** null for none; standard output has the log in any case. */
	log_file: textOrNull,
	/** MiB. */
	log_size: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
	log_files: Type.Integer({ minimum: 0, maximum: 1_000 }),
});
export type ServiceSettings = Type.Static<typeof ServiceSettings>;

/** Where the settings of a service are unless it is told: beside its database. */
export function settingsPath(stateFolder: string): string {
	return join(stateFolder, 'settings.json');
}

/** What holds where nothing is set. */
export function defaultSettings(stateFolder: string): ServiceSettings {
	return {
		host: '127.0.0.1',
		port: defaultPort,
		api_key: true,
		api_key_file: join(stateFolder, 'api.key'),
		allow_hosts: [],
		download_dir: downloadFolder(),
		watch_folder: null,
		peer_port: 0,
		peer_host: null,
		dht: true,
		local_discovery: true,
		pex: true,
		web_seeds: true,
		proxies: [],
		log_level: 'info',
		log_file: null,
		log_size: 10,
		log_files: 5,
	};
}
