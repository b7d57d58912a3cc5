/**
 * The overlay of a service and its engine, without the rest of the service: `node.mjs ENGINE FOLDER [PEER]`. Its rates
 * are unlimited, so that it measures what the machine can do.
 */
import { randomBytes } from 'node:crypto';
import { createEngineProcess } from '../../../source/service/engine/process.ts';
import { EngineTransport } from '../../../source/service/overlay/engine-transport.ts';
import { Identity } from '../../../source/service/overlay/keys.ts';
import { OverlayNetwork } from '../../../source/service/overlay/overlay-network.ts';
import { now } from '../clock.ts';

/** Requests of the benchmark. */
export type NodeRequest =
	/** Publishes so many messages at once, of so many bytes. */
	| { readonly kind: 'publish'; readonly count: number; readonly bytes: number }
	/** Sends messages to a service, each after the answer to the one before. */
	| { readonly kind: 'ask'; readonly to: string; readonly count: number };

/** Reports to the benchmark. Times are those of the shared clock. */
export type NodeReport =
	| { readonly kind: 'listening'; readonly id: string; readonly address: string }
	| { readonly kind: 'connected'; readonly peers: number }
	| { readonly kind: 'published'; readonly total: number; readonly at: number }
	| { readonly kind: 'answered'; readonly took: readonly number[] };

const TOPIC = 'bench';
/** First bytes of messages to one service. */
const QUESTION = 0;
const ANSWER = 1;
const LIFETIME_MS = 10 * 60_000;
const HOST = '127.0.0.1';
const [, , engineEntry = '', folder = '', ...peers] = process.argv;
const unlimited = { perSecond: 1e9, burst: 1e9 };

function report(message: NodeReport): void {
	process.send?.(message);
}

const engine = createEngineProcess({
	entry: engineEntry,
	port: 0,
	host: HOST,
	dht: false,
	dhtBootstrap: [],
	localDiscovery: false,
	peerExchange: false,
	webSeeds: false,
	ownService: () => [],
	protectedPaths: {
		stateFolder: null,
		keyFile: null,
		settingsFile: null,
		logFile: null,
		watchFolders: [],
		commandFiles: [],
	},
	log: () => {},
});
const identity = new Identity(randomBytes(32));
const overlay = new OverlayNetwork({
	identity,
	transport: new EngineTransport({ engine, discovery: false, log: () => {} }),
	stateFolder: folder,
	peers,
	log: () => {},
	limits: {
		peerFrames: unlimited,
		peerBytes: unlimited,
		authorMessages: unlimited,
		peerBacklog: 256 * 1024 * 1024,
		totalBacklog: 1024 * 1024 * 1024,
		retryMs: 50,
		maxConfiguredRetryMs: 200,
	},
});

let published = 0;
let reportedTotal = 0;

function reportPublished(): void {
	reportedTotal = published;
	report({ kind: 'published', total: published, at: now() });
}

/** Called with the answer to the last question. */
let answered = (): void => {};
const connected = () => report({ kind: 'connected', peers: overlay.peers().length });
overlay.join(TOPIC, {
	published() {
		// One report for all messages of a read.
		if (reportedTotal === published) setImmediate(reportPublished);
		published++;
		return 'accept';
	},
	received({ from, body }) {
		const [kind, ...number] = body;
		if (kind === QUESTION) overlay.send(from, TOPIC, Uint8Array.of(ANSWER, ...number));
		else answered();
		return 'accept';
	},
	connected,
	disconnected: connected,
});

async function ask(to: string, count: number): Promise<void> {
	const took: number[] = [];
	while (took.length < count) {
		const began = now();
		await new Promise<void>((resolve) => {
			answered = resolve;
			// The overlay drops the second of two equal messages of the same millisecond.
			overlay.send(to, TOPIC, Uint8Array.of(QUESTION, took.length >> 8, took.length & 255));
		});
		took.push(now() - began);
	}
	report({ kind: 'answered', took });
}

process.on('message', (request: NodeRequest) => {
	if (request.kind === 'ask') void ask(request.to, request.count);
	else {
		for (let left = request.count; left > 0; left--)
			overlay.publish(TOPIC, randomBytes(request.bytes), Date.now() + LIFETIME_MS);
	}
});
process.on('disconnect', () => {
	void overlay
		.close()
		.then(() => engine.close())
		.finally(() => process.exit());
});
engine.listen((message) => {
	if (message.type === 'listening')
		report({ kind: 'listening', id: identity.id, address: `${HOST}:${message.port}` });
});
await engine.start();
await overlay.start();
