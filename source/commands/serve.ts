import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { defaultPort, portVariable } from '../protocol/settings.ts';
import { entries } from './entries.ts';
import { downloadFolder, stateFolder } from './folders.ts';
import { parsePort } from './service-options.ts';
import { version } from './version.ts';

interface ServeFlags {
	readonly host: string;
	readonly port: number;
	readonly stateDir?: string;
	readonly downloadDir?: string;
	readonly apiKeyFile?: string;
	/** false when there is to be no key. */
	readonly apiKey: boolean;
	readonly dht: boolean;
	readonly localDiscovery: boolean;
	readonly pex: boolean;
}

export function declareServe(program: Command): void {
	program
		.command('serve')
		.summary('run the service in the foreground')
		.description('Runs the control service in the foreground, for systemd and containers. SIGTERM stops it.')
		.addOption(new Option('--host <address>', 'address to listen on').default('127.0.0.1'))
		.addOption(
			new Option('--port <port>', 'port to listen on, 0 for any')
				.env(portVariable)
				.default(defaultPort)
				.argParser(parsePort),
		)
		.option('--state-dir <folder>', 'folder for the database, the key and the log')
		.option('--download-dir <folder>', 'folder for data whose destination is not named')
		.option('--api-key-file <file>', 'file of the API key; it is made if it is not there')
		.option('--no-api-key', 'ask for no key; on loopback only')
		.addOption(new Option('--no-dht', 'do not use the DHT').env('SEEDTOP_NO_DHT'))
		.addOption(
			new Option('--no-local-discovery', 'do not look for peers on the local network').env(
				'SEEDTOP_NO_LOCAL_DISCOVERY',
			),
		)
		.addOption(new Option('--no-pex', 'do not exchange peers with peers').env('SEEDTOP_NO_PEX'))
		.action(serve);
}

async function serve(flags: ServeFlags): Promise<void> {
	const [{ startService }, { createLog }] = await Promise.all([
		import('../service/start.ts'),
		import('../service/log.ts'),
	]);
	// A service outlives whoever reads its log, and a disk that is too full for it.
	process.stdout.removeAllListeners('error').on('error', () => {});
	const log = createLog((line) => process.stdout.write(line));
	const folder = resolve(flags.stateDir ?? stateFolder());
	const service = await startService({
		host: flags.host,
		port: flags.port,
		stateFolder: folder,
		downloadFolder: resolve(flags.downloadDir ?? downloadFolder()),
		apiKeyFile: flags.apiKey ? resolve(flags.apiKeyFile ?? `${folder}/api.key`) : null,
		apiKeyChosen: flags.apiKeyFile !== undefined,
		dht: flags.dht,
		localDiscovery: flags.localDiscovery,
		peerExchange: flags.pex,
		engine: { entry: entries.engine },
		version,
		log,
	});
	const ended = new Promise<string>((end) => {
		for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => end(signal));
		// A service that belongs to a program (the demo) ends with it.
		if (process.connected) process.once('disconnect', () => end('the end of the program it belongs to'));
	});
	log('info', `Stopping at ${await ended}.`);
	await service.close();
	log('info', 'Stopped.');
	process.exit(0);
}
