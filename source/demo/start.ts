import { fork } from 'node:child_process';
import { createInterface } from 'node:readline';
import { type DemoTorrent, isFromSwarm, type ToSwarm } from './messages.ts';

/** Milliseconds the swarm has to begin, and to end before it is killed. */
const START_TIMEOUT = 30_000;
const CLOSE_TIMEOUT = 3000;

export interface SwarmOptions {
	/** The program of the swarm's process: swarm.ts, or what it was bundled to. */
	readonly entry: string | URL;
	/** Arguments to node, before the program. */
	readonly execArgv?: readonly string[];
	/**
	 * Absolute path of the demo's temporary folder, its name beginning with `demoFolderPrefix`. It must exist.
	 * Removing it is the caller's to do; the swarm does it only when the caller's process vanishes.
	 */
	readonly folder: string;
	/** Takes what the swarm's process prints and what goes wrong in it, line by line. */
	readonly log: (line: string) => void;
}

export interface Swarm {
	readonly pid: number;
	/** Announce URL of the swarm's tracker. */
	readonly trackerUrl: string;
	/** In the order in which they are best added. */
	readonly torrents: readonly DemoTorrent[];
	/** Resolves when its process is gone, whatever the reason. */
	readonly ended: Promise<void>;
	/** Ends the swarm; resolves when its process is gone. */
	close(): Promise<void>;
}

/**
 * Starts the demo's swarm in a process group of its own, so that the terminal's signals do not reach it. Resolves
 * when everything it seeds can be found through its tracker.
 */
export async function startSwarm(options: SwarmOptions): Promise<Swarm> {
	const child = fork(options.entry, [], {
		detached: true,
		serialization: 'advanced',
		stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
		...(options.execArgv ? { execArgv: [...options.execArgv] } : {}),
	});
	for (const stream of [child.stdout, child.stderr]) {
		if (stream) createInterface({ input: stream }).on('line', options.log);
	}
	const exited = new Promise<void>((resolve) =>
		child.once('exit', () => resolve()).once('error', () => resolve()),
	);
	const tell = (message: ToSwarm): void => {
		// A child that is gone has nothing to be told.
		if (child.connected) child.send(message, () => {});
	};
	const close = async (): Promise<void> => {
		tell({ type: 'close' });
		const timer = setTimeout(() => child.kill('SIGKILL'), CLOSE_TIMEOUT);
		await exited;
		clearTimeout(timer);
	};
	try {
		const ready = await new Promise<Pick<Swarm, 'trackerUrl' | 'torrents'>>((resolve, reject) => {
			const timer = setTimeout(() => reject(new Error('the swarm did not begin in time')), START_TIMEOUT);
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
			tell({ type: 'start', folder: options.folder });
		});
		return {
			pid: child.pid ?? 0,
			trackerUrl: ready.trackerUrl,
			torrents: ready.torrents,
			ended: exited,
			close,
		};
	} catch (error) {
		await close();
		throw error;
	}
}
