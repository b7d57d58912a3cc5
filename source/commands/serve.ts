import { resolve } from 'node:path';
import { defaultPort, portVariable } from '../protocol/settings.ts';
import { command, type InputOf } from './declaration/declaration.ts';
import { flag, integer, text } from './declaration/options.ts';
import { entries } from './entries.ts';
import { downloadFolder, stateFolder } from './folders.ts';
import { version } from './version.ts';

const options = {
	host: text('--host <address>', 'address to listen on (default: 127.0.0.1)'),
	port: integer('--port <port>', `port to listen on, 0 for any (default: ${defaultPort})`, {
		env: portVariable,
		maximum: 65_535,
	}),
	stateDir: text('--state-dir <folder>', 'folder for the database, the key and the log', {
		completes: 'folder',
	}),
	downloadDir: text('--download-dir <folder>', 'folder for data whose destination is not named', {
		completes: 'folder',
	}),
	apiKeyFile: text('--api-key-file <file>', 'file of the API key; it is made if it is not there', {
		completes: 'file',
	}),
	/** false when there is to be no key. */
	apiKey: flag('--no-api-key', 'ask for no key; on loopback only'),
	dht: flag('--no-dht', 'do not use the DHT', { env: 'SEEDTOP_NO_DHT' }),
	localDiscovery: flag('--no-local-discovery', 'do not look for peers on the local network', {
		env: 'SEEDTOP_NO_LOCAL_DISCOVERY',
	}),
	pex: flag('--no-pex', 'do not exchange peers with peers', { env: 'SEEDTOP_NO_PEX' }),
} as const;

export const serveCommand = command({
	name: 'serve',
	summary: 'run the service in the foreground',
	description: 'Runs the control service in the foreground, for systemd and containers. SIGTERM stops it.',
	options,
	run: serve,
});

async function serve(flags: InputOf<typeof options, Record<never, never>>): Promise<void> {
	const [{ startService }, { createLog }] = await Promise.all([
		import('../service/start.ts'),
		import('../service/log.ts'),
	]);
	// A service outlives whoever reads its log, and a disk that is too full for it.
	process.stdout.removeAllListeners('error').on('error', () => {});
	const log = createLog((line) => process.stdout.write(line));
	const folder = resolve(flags.stateDir ?? stateFolder());
	const service = await startService({
		host: flags.host ?? '127.0.0.1',
		port: flags.port ?? defaultPort,
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
