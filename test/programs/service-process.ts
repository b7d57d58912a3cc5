import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Client, createClient } from '../../source/client/client.ts';
import type { ServiceHere } from './service-here.ts';
import { reportState, until } from './until.ts';

/** The published program. */
export const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

/** No packet of a test leaves the machine. */
export const quiet = ['--no-dht', '--no-local-discovery'];

export interface RunningService extends ServiceHere {
	readonly child: ChildProcess;
	/** Sends it a signal and waits for its end. */
	end(signal?: NodeJS.Signals): Promise<void>;
}

/** A service that responds, but may not have started its downloads. */
export interface ListeningService extends RunningService {
	untilStarted(): Promise<void>;
}

/** Runs `seedtop serve` as a separate process, in a folder, and waits until it has started. */
export async function startService(
	folder: string,
	options: readonly string[] = [],
	program = cli,
	env: Readonly<Record<string, string>> = {},
): Promise<RunningService> {
	const service = await startListening(folder, options, program, env);
	await service.untilStarted();
	return service;
}

/** Runs `seedtop serve` as `startService` does, but waits only until it listens. */
export async function startListening(
	folder: string,
	options: readonly string[] = [],
	program = cli,
	env: Readonly<Record<string, string>> = {},
): Promise<ListeningService> {
	const stateFolder = join(folder, 'state');
	const downloadFolder = join(folder, 'downloads');
	const child = spawn(
		process.execPath,
		[
			program,
			'serve',
			'--port',
			'0',
			'--state-dir',
			stateFolder,
			'--download-dir',
			downloadFolder,
			...quiet,
			...options,
		],
		{ stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, CORE_API_PORT: '', HOME: folder, ...env } },
	);
	let output = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream.setEncoding('utf8').on('data', (text: string) => {
			output += text;
		});
	}
	const removeState = reportState(() => `Output of seedtop serve:\n${output}`);
	const ended = new Promise<void>((resolve) => child.once('close', () => resolve())).then(removeState);
	const untilPrinted = (text: RegExp) =>
		until(() => {
			if (child.exitCode !== null) throw new Error(`the service ended as it started:\n${output}`);
			return text.exec(output);
		});
	const [, url = ''] = await untilPrinted(/listens on (\S+)\n/);
	const keyFile = options[options.indexOf('--api-key-file') + 1];
	const key = options.includes('--no-api-key')
		? ''
		: (
				await readFile(
					options.includes('--api-key-file') && keyFile ? keyFile : join(stateFolder, 'api.key'),
					'utf8',
				)
			).trim();
	const clients: Client[] = [];
	return {
		child,
		url,
		key,
		stateFolder,
		downloadFolder,
		output: () => output,
		untilStarted: async () => {
			await untilPrinted(/Started with/);
		},
		client: (generation = 'B') => {
			const client = createClient({ url, apiKey: key, generation });
			clients.push(client);
			return client;
		},
		end: async (signal = 'SIGTERM') => {
			await Promise.all(clients.splice(0).map((client) => client.close()));
			child.kill(signal);
			await ended;
		},
	};
}
