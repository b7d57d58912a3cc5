import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { DatabaseSync } from '@photostructure/sqlite';
import { type Client, createClient } from '../../source/client/client.ts';
import { command } from '../../source/commands/declaration/declaration.ts';
import { runProgram } from '../../source/commands/declaration/program.ts';
import { readConfiguration, serviceOptions } from '../../source/commands/serve/configuration.ts';
import { openLog } from '../../source/commands/serve/open-log.ts';
import { type ServeFlags, serveOptions } from '../../source/commands/serve/options.ts';
import { type Service, startService } from '../../source/service/start.ts';
import { quiet } from './service-process.ts';
import { reportState, until } from './until.ts';

const built = (name: string) => fileURLToPath(new URL(`../../dist/${name}`, import.meta.url));
const entries = { engine: built('engine.js'), watcher: built('watcher.js'), docs: built('docs/') };

export interface ServiceHere {
	readonly url: string;
	readonly key: string;
	readonly stateFolder: string;
	readonly downloadFolder: string;
	/** Returns a client of it, of either generation. */
	client(generation?: 'A' | 'B'): Client;
	/** Its log so far. */
	output(): string;
	/** Saves its state and ends it. */
	end(): Promise<void>;
}

/**
 * Starts the service of a `seedtop serve` command line in a folder, in this process, with its engine in another. Costs
 * half of a process. Resolves when it has started.
 */
export async function serveHere(folder: string, more: readonly string[] = []): Promise<ServiceHere> {
	const stateFolder = join(folder, 'state');
	const downloadFolder = join(folder, 'downloads');
	const flags = await flagsOf([
		...['--port', '0', '--state-dir', stateFolder, '--download-dir', downloadFolder],
		...quiet,
		...more,
	]);
	await untilUnlocked(stateFolder);
	let output = '';
	const configuration = await readConfiguration(flags);
	const log = await openLog(configuration.settings, (line) => {
		output += line;
	});
	const options = await serviceOptions(configuration, log, entries);
	// Without the options that vitest gives its workers.
	const engine = { ...options.engine, execArgv: [] };
	let service: Service | undefined = await startService({ ...options, engine });
	const { url } = service;
	const removeState = reportState(() => `Log of the service:\n${output}`);
	await until(() => output.includes('Started with'));
	const key = options.apiKeyFile === null ? '' : (await readFile(options.apiKeyFile, 'utf8')).trim();
	const clients: Client[] = [];
	const close = async () => {
		await Promise.all(clients.splice(0).map((client) => client.close()));
		await service?.close();
		service = undefined;
		removeState();
	};
	let closed: Promise<void> | undefined;
	return {
		url,
		key,
		stateFolder,
		downloadFolder,
		output: () => output,
		client: (generation = 'B') => {
			const client = createClient({ url, apiKey: key, generation });
			clients.push(client);
			return client;
		},
		end: () => {
			closed ??= close();
			return closed;
		},
	};
}

/** Until its prepared statements are collected, the database of an ended service stays locked. */
export async function untilUnlocked(stateFolder: string): Promise<void> {
	const path = join(stateFolder, 'seedtop.db');
	if (!existsSync(path)) return;
	const isFree = async () => {
		if (isUnlocked(path)) return true;
		collectGarbage();
		// The statements are finalized in the next turn. Another collection would cost as much as an engine's start.
		await new Promise((resolve) => setImmediate(resolve));
		return isUnlocked(path);
	};
	await until(isFree, { awaited: `the lock of ${path}` });
}

const collectGarbage = exposedCollector();

function exposedCollector(): () => void {
	setFlagsFromString('--expose-gc');
	return runInNewContext('gc');
}

function isUnlocked(path: string): boolean {
	const database = new DatabaseSync(path, { readOnly: true, timeout: 0 });
	try {
		database.exec('PRAGMA user_version');
		return true;
	} catch {
		return false;
	} finally {
		database.close();
	}
}

/** Parses the options of `seedtop serve`. */
async function flagsOf(words: readonly string[]): Promise<ServeFlags> {
	const parsed: ServeFlags[] = [];
	const run = async (flags: ServeFlags): Promise<void> => {
		parsed.push(flags);
	};
	await runProgram(command({ name: 'serve', summary: '', options: serveOptions, run }), words);
	const [flags] = parsed;
	if (!flags) throw new Error('The options of seedtop serve do not start a service.');
	return flags;
}
