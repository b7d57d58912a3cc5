import { fork } from 'node:child_process';
import { createInterface } from 'node:readline';
import { inspectorOptions } from '../process/node-options.ts';
import { type DemoTorrent, isFromSwarm, type ToSwarm } from './messages.ts';
import type { UserService } from './user-service.ts';

/** Timeouts until the swarm is ready, and until it is killed after 'close'. */
const START_TIMEOUT_MS = 30_000;
const CLOSE_TIMEOUT_MS = 3000;

interface SwarmOptions {
	/** The program of the swarm's process: swarm.ts, or its bundle. */
	readonly entry: string | URL;
	/** Arguments to node, before the program. */
	readonly execArgv?: readonly string[];
	/**
	 * Absolute path of the demo's temporary folder. It must exist, and its name must begin with `demoFolderPrefix`.
	 * The swarm removes it at its end, also if the caller's process ends first.
	 */
	readonly folder: string;
	/** Receives the output and the failures of the swarm's process, line by line. */
	readonly log: (line: string) => void;
}

export interface Swarm {
	readonly pid: number;
	/** Announce URL of the swarm's tracker. */
	readonly trackerUrl: string;
	/** In the recommended order of adding. */
	readonly torrents: readonly DemoTorrent[];
	/** Resolves when its process has ended for any reason. */
	readonly ended: Promise<void>;
	/** Starts everything that uses the user's service. `cli` is the path of the program `seedtop`. */
	enliven(cli: string, user: UserService): void;
	/** Ends the swarm and removes the folder. Resolves when its process has ended. */
	close(): Promise<void>;
}

/**
 * Starts the demo's swarm in a process group of its own, which shields it from the terminal's signals. Resolves when
 * its tracker knows all seeded torrents.
 */
export async function startSwarm(options: SwarmOptions): Promise<Swarm> {
	const child = fork(options.entry, [], {
		detached: true,
		serialization: 'advanced',
		stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
		execArgv: [...inspectorOptions(), ...(options.execArgv ?? process.execArgv)],
	});
	for (const stream of [child.stdout, child.stderr]) {
		if (stream) createInterface({ input: stream }).on('line', options.log);
	}
	const exited = new Promise<void>((resolve) =>
		child.once('exit', () => resolve()).once('error', () => resolve()),
	);
	const post = (message: ToSwarm): void => {
		// The process may have ended.
		if (child.connected) child.send(message, () => {});
	};
	const close = async (): Promise<void> => {
		post({ type: 'close' });
		const timer = setTimeout(() => child.kill('SIGKILL'), CLOSE_TIMEOUT_MS);
		await exited;
		clearTimeout(timer);
	};
	try {
		const ready = await new Promise<Pick<Swarm, 'trackerUrl' | 'torrents'>>((resolve, reject) => {
			const timer = setTimeout(() => reject(new Error('the swarm did not begin in time')), START_TIMEOUT_MS);
			exited.then(() => reject(new Error('the swarm ended before it began')));
			child.on('error', reject);
			child.on('message', (message: unknown) => {
				if (!isFromSwarm(message)) return;
				clearTimeout(timer);
				if (message.type === 'ready') resolve(message);
				else {
					options.log(message.reason);
					reject(new Error(`the swarm failed: ${message.reason.split('\n')[0]}`));
				}
			});
			post({ type: 'start', folder: options.folder });
		});
		return {
			pid: child.pid ?? 0,
			trackerUrl: ready.trackerUrl,
			torrents: ready.torrents,
			ended: exited,
			enliven: (cli, user) => post({ type: 'enliven', cli, user }),
			close,
		};
	} catch (error) {
		await close();
		throw error;
	}
}
