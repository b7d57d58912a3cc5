/**
 * The swarm of the demo in its own process: a tracker, a seeding peer, a leecher, a feed, and a trader with a service of
 * its own. It uses only loopback. It ends when the channel to its command closes.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, isAbsolute, join } from 'node:path';
import type WebTorrent from 'webtorrent';
import { isAlive } from '../../basics/is-alive.ts';
import { parseTorrent } from '../../metainfo/metainfo.ts';
import type { Subscription } from '../channels/demo-channels.ts';
import { type Episode, Episodes } from '../channels/episodes.ts';
import { closedPort } from '../closed-port.ts';
import { type DemoContent, type DemoKind, demoContents, episode } from '../content.ts';
import { Leecher } from '../leecher.ts';
import { type MadeTorrent, makeTorrent } from '../make-torrents.ts';
import { DemoTrader } from '../market/demo-trader.ts';
import { type DemoTorrent, demoFolderPrefix, demoText, type FromSwarm, isToSwarm } from '../messages.ts';
import { createPeer, Tracker, waitForPeers } from '../seeding.ts';
import { PacedSeed, rateOf } from '../seeds.ts';
import type { UserService } from '../user-service.ts';

/** Kinds without a seed. */
const UNSEEDED: readonly DemoKind[] = ['lonely', 'failing'];
/** Kinds that are only in a channel or a feed. */
const NOT_ADDED: readonly DemoKind[] = ['shared', 'feed'];
/** Kinds that a leecher fetches from the user. */
const FETCHED: readonly DemoKind[] = ['nested', 'large'];
/** Interval between attempts to remove the folder, and their maximum number. */
const REMOVE_INTERVAL_MS = 300;
const REMOVE_ATTEMPTS = 100;
/** Maximum number while the user's service is unknown, because it starts. */
const REMOVE_ATTEMPTS_AT_START = 5;

let folder: string | null = null;
let asked = false;
/** Returns all torrents, those of channels and feeds included. */
let prepareAll = async (): Promise<readonly DemoTorrent[]> => [];
/** Creates and seeds an episode. */
let prepareEpisode: ((number: number) => Promise<Episode>) | undefined;
/** Seeds at a rate of their own. */
const paced = new Set<PacedSeed>();
/** Torrents for the leecher. */
const fetched: Uint8Array[] = [];
let trader: DemoTrader | undefined;
let leecher: Leecher | undefined;
let episodes: Episodes | undefined;
/** Process id of the user's service. */
let service: number | undefined;
let isEnding = false;

process.on('message', (message: unknown) => {
	if (!isToSwarm(message)) return;
	if (message.type === 'close') return end();
	if (message.type === 'enliven') return enliven(message.cli, message.user);
	if (asked) return;
	asked = true;
	start(message.folder).catch(fail);
});
process.on('disconnect', end);
// Only the command ends the demo. Ignore the terminal's signals.
process.on('SIGINT', () => {});
process.on('SIGHUP', () => {});
// A command that was killed reads no output.
process.stderr.on('error', () => {});
// Aborted requests and peers are expected.
process.on('unhandledRejection', (reason) => process.stderr.write(`not handled: ${String(reason)}\n`));

async function start(path: string): Promise<void> {
	if (!isAbsolute(path) || !basename(path).startsWith(demoFolderPrefix)) {
		throw new Error(demoText.wrongFolder(path));
	}
	folder = path;
	await mkdir(dataFolder(path), { recursive: true });
	const tracker = new Tracker();
	const [trackerUrl, deadPort, peer] = await Promise.all([tracker.listen(), closedPort(), createPeer(true)]);
	const deadTracker = `http://127.0.0.1:${deadPort}/announce`;
	const prepare = (contents: readonly DemoContent[]): Promise<DemoTorrent[]> =>
		Promise.all(
			contents.map(async (content) => {
				const rate = rateOf(content);
				const data = isSeeded(content) && rate === undefined ? dataFolder(path) : null;
				const made = await makeTorrent(content, content.kind === 'lonely' ? deadTracker : trackerUrl, data);
				const torrent = await offer(made, path, trackerUrl);
				if (FETCHED.includes(content.kind)) fetched.push(made.torrent);
				if (!isSeeded(content)) return torrent;
				if (rate !== undefined) seedAt(peer, made, rate);
				else
					waitForPeers(peer.add(made.torrent, { path: dataFolder(path), skipVerify: true })).on(
						'error',
						fail,
					);
				await tracker.announced(torrent.infohash);
				return torrent;
			}),
		);
	prepareEpisode = async (number) => {
		const content = episode(number);
		const made = await makeTorrent(content, trackerUrl, null);
		const seed = seedAt(peer, made, rateOf(content, number) ?? 0);
		const { infohash } = parseTorrent(made.torrent);
		await tracker.announced(infohash);
		return { name: content.name, infohash, torrent: made.torrent, seed };
	};
	const torrents = await prepare(demoContents.filter(({ kind }) => !NOT_ADDED.includes(kind)));
	// The others are prepared later, because they would delay the first screen.
	prepareAll = async () => [
		...torrents,
		...(await prepare(demoContents.filter(({ kind }) => NOT_ADDED.includes(kind)))),
	];
	send({ type: 'ready', trackerUrl, torrents });
}

/** Starts everything that uses the user's service. */
function enliven(cli: string, user: UserService): void {
	service = user.pid;
	if (folder === null || trader || !prepareEpisode) return;
	const log = (line: string) => process.stderr.write(`${line}\n`);
	const feed = new Episodes({ user, prepare: prepareEpisode, countActive });
	episodes = feed;
	const onSubscribed = (subscription: Subscription) => {
		feed.run(subscription).catch((error: unknown) => log(`the feed ended: ${String(error)}`));
	};
	trader = new DemoTrader({
		...{ cli, folder: join(folder, 'trader'), user, log },
		...{ prepareTorrents: prepareAll, onSubscribed },
	});
	void trader.run();
	leecher = new Leecher(user.peerAddress, fetched);
	leecher.run().catch((error: unknown) => log(`the leecher ended: ${String(error)}`));
}

/** Returns the number of torrents that the user's service fetches at a rate. */
function countActive(): number {
	for (const seed of paced) if (seed.isClosed) paced.delete(seed);
	return [...paced].filter((seed) => seed.isActive).length;
}

async function closeActivity(): Promise<void> {
	episodes?.close();
	leecher?.close();
	await trader?.close();
}

function isSeeded(content: DemoContent): boolean {
	return !UNSEEDED.includes(content.kind);
}

function dataFolder(path: string): string {
	return join(path, 'swarm', 'data');
}

/** Seeds a torrent at a rate, without its data on the disk. */
function seedAt(peer: WebTorrent, { content, torrent }: MadeTorrent, rate: number): PacedSeed {
	const seed = new PacedSeed(peer, torrent, content, rate);
	seed.onError(fail);
	paced.add(seed);
	return seed;
}

async function offer(
	{ content, torrent }: MadeTorrent,
	path: string,
	trackerUrl: string,
): Promise<DemoTorrent> {
	const { kind, name } = content;
	const { infohash } = parseTorrent(torrent);
	const blockedPath = kind === 'failing' ? name : null;
	if (kind === 'magnet') {
		const magnet = `magnet:?xt=urn:btih:${infohash}&dn=${encodeURIComponent(name)}&tr=${encodeURIComponent(trackerUrl)}`;
		return { kind, name, infohash, source: { magnet }, blockedPath };
	}
	const torrentPath = join(path, 'swarm', `${kind}.torrent`);
	await writeFile(torrentPath, torrent);
	return { kind, name, infohash, source: { torrentPath }, blockedPath };
}

/** Removes the folder and ends this process. It does so even if the command's process ends meanwhile. */
function end(): void {
	if (isEnding) return;
	isEnding = true;
	closeActivity()
		.then(removeFolder)
		.then(
			() => process.exit(0),
			(error: unknown) => {
				process.stderr.write(`${String(error)}\n`);
				process.exit(1);
			},
		);
}

async function removeFolder(): Promise<void> {
	if (folder === null) return;
	let failure: unknown;
	const attempts = service === undefined ? REMOVE_ATTEMPTS_AT_START : REMOVE_ATTEMPTS;
	for (let attempt = 0; attempt < attempts; attempt++) {
		// Without its command, the service ends too, and writes into the folder until then.
		const isLast = process.connected || (service !== undefined && !isAlive(service));
		const removed = rm(folder, { recursive: true, force: true, maxRetries: 3 });
		failure = await removed.then(() => undefined).catch((error: unknown) => error);
		if (isLast) break;
		await new Promise((resolve) => setTimeout(resolve, REMOVE_INTERVAL_MS));
	}
	if (failure !== undefined) throw failure;
}

function fail(error: unknown): void {
	send({ type: 'failed', reason: error instanceof Error ? (error.stack ?? error.message) : String(error) });
}

function send(message: FromSwarm): void {
	if (process.connected) process.send?.(message);
}
