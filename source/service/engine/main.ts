/**
 * The engine's process. The service forks it and speaks to it over the channel between them. When that closes the
 * process ends at once. When the service dies while the main thread is busy, a thread ends the process.
 */
// First, so that the signals are ignored while the rest of the program is loaded.
import './ignored-signals.ts';
import { Worker } from 'node:worker_threads';
import type { Log } from '../log.ts';
import { type EngineCall, type FromEngine, isToEngine } from './ipc.ts';
import type { EnginePeer } from './port.ts';
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

new Worker(new URL('./parent-watch.js', import.meta.url), {
	workerData: process.ppid,
	resourceLimits: { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 8 },
})
	.on('error', (error) => log('warning', `the service is not watched: ${error.message}`))
	.unref();

async function perform(call: EngineCall): Promise<readonly EnginePeer[] | undefined> {
	if (call.method === 'ping') return undefined;
	if (call.method === 'start') {
		if (engine) throw new Error('the engine was started already');
		const started = new WebTorrentEngine({ ...call.options, log });
		started.listen((message) => send({ type: 'message', message }));
		await started.start();
		engine = started;
		return undefined;
	}
	if (!engine) throw new Error('the engine was not started');
	switch (call.method) {
		case 'add':
			await engine.add(call.download);
			return undefined;
		case 'stop':
			await engine.stop(call.infohash);
			return undefined;
		case 'select':
			await engine.select(call.infohash, call.selected);
			return undefined;
		case 'addSources':
			await engine.addSources(call.infohash, call.sources);
			return undefined;
		case 'limit':
			await engine.limit(call.infohash, call.maxDownloadSpeed, call.maxUploadSpeed);
			return undefined;
		case 'prepare':
			await engine.prepare(call.infohash, call.reader, call.from, call.to);
			return undefined;
		case 'release':
			await engine.release(call.infohash, call.reader);
			return undefined;
		case 'peers':
			return engine.peers(call.infohash);
		case 'close':
			await engine.close();
			return undefined;
	}
}

async function answer(number: number, call: EngineCall): Promise<void> {
	try {
		const peers = await perform(call);
		const ended = call.method === 'close' ? () => process.exit(0) : undefined;
		send({ type: 'answer', number, ...(peers ? { peers } : {}) }, ended);
	} catch (error) {
		send({ type: 'refusal', number, reason: error instanceof Error ? error.message : String(error) });
	}
}

process.on('message', (message: unknown) => {
	if (isToEngine(message)) void answer(message.number, message.call);
	else log('warning', 'a message was not understood');
});
process.on('disconnect', () => process.exit(0));
// Promises nobody waits for belong to one request or one peer. Trackers that break off an answer cause them.
process.on('unhandledRejection', (reason) => log('warning', `not handled: ${describe(reason)}`));
// Anything else may have left the engine half changed: better a new one.
process.on('uncaughtException', (error) => {
	send({ type: 'dying', reason: describe(error) }, () => process.exit(1));
});

function describe(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	const cause = error.cause instanceof Error ? ` (because of ${error.cause.message})` : '';
	return `${error.stack ?? error.message}${cause}`;
}
