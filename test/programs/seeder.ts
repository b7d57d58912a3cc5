import { Server } from 'bittorrent-tracker';
import { createEngineProcess, type EngineProcess } from '../../source/service/engine/process.ts';
import type { ProtectedPaths } from '../../source/service/storage/path-guard.ts';

/** For an engine that runs without a service. */
export const nothingProtected: ProtectedPaths = {
	stateFolder: null,
	keyFile: null,
	settingsFile: null,
	logFile: null,
	watchFolders: [],
	commandFiles: [],
};

/** Lets an engine without a service write all files. */
export function permitWrites(engine: EngineProcess): void {
	engine.listen((message) => {
		if (message.type === 'claim') void engine.answerClaim(message.infohash, message.number, { shared: [] });
	});
}

/** An announce that a tracker received. */
export interface Announce {
	/** 40 hexadecimal digits. */
	readonly infohash: string;
	readonly event: 'start' | 'update' | 'complete' | 'stop';
}

export interface Tracker {
	readonly url: string;
	/** All announces so far. */
	readonly announces: readonly Announce[];
	close(): Promise<void>;
}

/** Starts a tracker on this machine. Its peers announce at intervals, in ms. */
export async function startTracker(interval = 5_000): Promise<Tracker> {
	const server = new Server({ udp: false, ws: false, http: true, interval });
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const announces: Announce[] = [];
	for (const event of ['start', 'update', 'complete', 'stop'] as const)
		server.on(event, (_peer: unknown, { info_hash: infohash }: { info_hash: string }) =>
			announces.push({ infohash, event }),
		);
	const address = server.http.address();
	const port = typeof address === 'object' && address !== null ? address.port : 0;
	return {
		url: `http://127.0.0.1:${port}/announce`,
		announces,
		close: () => new Promise((resolve) => server.close(resolve)),
	};
}

/** Starts a peer that seeds torrents (infohash, .torrent, folder of the data) in a separate process. */
export async function startSeeder(
	torrents: readonly { infohash: string; bytes: Uint8Array; folder: string }[],
	/** Upload limit of each torrent, bytes per second; 0 for none. */
	maxUploadSpeed: number,
): Promise<EngineProcess> {
	const engine = createEngineProcess({
		entry: new URL('../../dist/engine.js', import.meta.url),
		execArgv: [],
		port: 0,
		host: '127.0.0.1',
		dht: false,
		dhtBootstrap: [],
		localDiscovery: false,
		peerExchange: false,
		webSeeds: true,
		ownService: () => [],
		protectedPaths: nothingProtected,
		log: () => {},
	});
	permitWrites(engine);
	await engine.start();
	for (const { infohash, bytes, folder } of torrents) {
		await engine.add({
			infohash,
			source: { torrent: bytes },
			destination: folder,
			selected: null,
			mode: 'run',
			maxDownloadSpeed: 0,
			maxUploadSpeed,
			route: [],
		});
	}
	return engine;
}
