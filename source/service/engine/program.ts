/**
 * The program of the engine's process. The service forks it and calls its methods over the channel between them. When
 * the channel closes, the process ends at once. When the service dies while the main thread is busy, a thread ends
 * the process.
 */
import { Worker } from 'node:worker_threads';
import type { Log } from '../log/log.ts';
import { Dispatcher } from '../rpc/dispatcher.ts';
import { isRequest, type Request, type Response } from '../rpc/messages.ts';
import type { MethodsOf } from '../rpc/methods.ts';
import { dhtMethods } from './dht-port.ts';
import { type FromEngine, processMethods } from './ipc.ts';
import { overlayMethods } from './overlay-port.ts';
import { EngineGone, engineMethods } from './port.ts';
import { WATCHER_PIPE, type WatcherData } from './watcher-data.ts';
import { WebTorrentEngine } from './webtorrent/engine.ts';

let engine: WebTorrentEngine | null = null;

function send(message: FromEngine, sent?: () => void): void {
	if (!process.connected || !process.send) {
		sent?.();
		return;
	}
	// A channel that closed meanwhile ends this process anyway.
	process.send(message, undefined, undefined, () => sent?.());
}

const log: Log = (level, text) => send({ type: 'log', level, text });

const pipe = process.env[WATCHER_PIPE];
const watcherData: WatcherData = { parent: process.ppid, pipe: pipe === undefined ? null : Number(pipe) };
// Programs that an engine starts have no such pipe.
delete process.env[WATCHER_PIPE];
new Worker(new URL('./engine-watcher.js', import.meta.url), {
	name: 'watcher',
	workerData: watcherData,
	// A small young generation saves memory. A long profile needs some.
	resourceLimits: { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 256 },
})
	.on('error', (error) => log('warning', `cannot watch the service's process: ${error.message}`))
	.unref();

const ownMethods: MethodsOf<typeof processMethods> = {
	async start(options) {
		if (engine) throw new Error('the engine was started already');
		const started = new WebTorrentEngine({ ...options, log });
		started.listen((message) => send({ type: 'message', message }));
		started.overlay.listen((report) => send({ type: 'overlay', report }));
		await started.start();
		engine = started;
	},
	async ping() {},
	async close() {
		await startedEngine().close();
	},
};

function startedEngine(): WebTorrentEngine {
	if (!engine) throw new EngineGone('the engine was not started');
	return engine;
}

const dispatcher = new Dispatcher()
	.add(processMethods, () => ownMethods)
	.add(engineMethods, startedEngine)
	.add(overlayMethods, () => startedEngine().overlay)
	.add(dhtMethods, () => startedEngine().dht);

function respond({ method }: Request, response: Response): void {
	const closed = method === 'close' && 'result' in response;
	send({ type: 'response', response }, closed ? () => process.exit(0) : undefined);
}

process.on('message', (message: unknown) => {
	if (isRequest(message)) void dispatcher.handle(message, (response) => respond(message, response));
	else log('warning', 'ignored an unknown message of the service');
});
process.on('disconnect', () => process.exit(0));
// Promises without a handler belong to one request or one peer. Trackers that break off an answer cause them.
process.on('unhandledRejection', (reason) => log('warning', `not handled: ${describe(reason)}`));
// Any other error may have left the engine in an inconsistent state. The service starts another process.
process.on('uncaughtException', (error) => {
	send({ type: 'dying', reason: describe(error) }, () => process.exit(1));
});

function describe(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	const cause = error.cause instanceof Error ? ` (because of ${error.cause.message})` : '';
	return `${error.stack ?? error.message}${cause}`;
}
