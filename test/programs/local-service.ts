import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RecentLines } from '../../source/service/debug/recent-lines.ts';
import type { LogLevel } from '../../source/service/log/log.ts';
import { type Service, type ServiceOptions, startService } from '../../source/service/start.ts';

export interface LocalService extends Service {
	/** Its log so far. */
	readonly log: readonly { readonly level: LogLevel; readonly message: string }[];
	readonly downloadFolder: string;
}

/** Debug options of a service within this process. */
export const localDebug: ServiceOptions['debug'] = {
	dumps: true,
	watcherEntry: new URL('../../dist/watcher.js', import.meta.url),
	serviceLog: new RecentLines(),
};

/** Starts the service within this process, with its engine in another. Faults in it fail the test. */
export async function startLocalService(
	folder: string,
	more: Partial<ServiceOptions> = {},
): Promise<LocalService> {
	const log: { level: LogLevel; message: string }[] = [];
	const downloadFolder = join(folder, 'downloads');
	const service = await startService({
		host: '127.0.0.1',
		port: 0,
		stateFolder: join(folder, 'state'),
		downloadFolder,
		apiKeyFile: null,
		apiKeyChosen: false,
		newDatabase: false,
		peerPort: 0,
		peerHost: '127.0.0.1',
		dht: false,
		dhtBootstrap: [],
		localDiscovery: false,
		peerExchange: false,
		ownFiles: { keyFile: null, settingsFile: null, logFile: null },
		webSeeds: true,
		proxies: [],
		overlay: { enabled: false, peers: [], discovery: false },
		market: { assets: [], transactionTimeoutS: 3600, historyDays: 90 },
		updateUrl: undefined,
		watchFolders: [],
		completion: { command: [], timeoutS: 600, parallel: 1 },
		allowedHosts: [],
		docsFolder: fileURLToPath(new URL('../../dist/docs/', import.meta.url)),
		// Without the options that vitest gives its workers.
		engine: { entry: new URL('../../dist/engine.js', import.meta.url), execArgv: [] },
		debug: localDebug,
		version: '1.2.3',
		log: (level, message) => log.push({ level, message }),
		...more,
	});
	return { ...service, log, downloadFolder };
}
