/**
 * The swarm of the demo in its own process: a tracker, seeding peers and their data, and a trader with a service of its
 * own. It uses only loopback. It ends when the channel to its command closes.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, isAbsolute, join } from 'node:path';
import type WebTorrent from 'webtorrent';
import { parseTorrent } from '../metainfo/metainfo.ts';
import { closedPort } from './closed-port.ts';
import { type DemoContent, type DemoKind, demoContents } from './content.ts';
import { type MadeTorrent, makeTorrent } from './make-torrents.ts';
import { DemoTrader } from './market/demo-trader.ts';
import type { UserService } from './market/user-service.ts';
import { type DemoTorrent, demoFolderPrefix, demoText, type FromSwarm, isToSwarm } from './messages.ts';
import { SLOW_RATE, seedingPeer, Tracker } from './seeding.ts';

/** Kinds without a seed. */
const UNSEEDED: readonly DemoKind[] = ['lonely', 'failing'];
/** Kinds that are only in a channel or a feed. */
const NOT_ADDED: readonly DemoKind[] = ['shared', 'feed'];
/** Interval between attempts to remove the folder. Ending programs may still write into it. */
const REMOVE_INTERVAL_MS = 300;
const REMOVE_ATTEMPTS = 5;

let folder: string | null = null;
let asked = false;
/** Returns all torrents, those of channels and feeds included. */
let prepareAll = async (): Promise<readonly DemoTorrent[]> => [];
let trader: DemoTrader | undefined;
let isEnding = false;

process.on('message', (message: unknown) => {
	if (!isToSwarm(message)) return;
	if (message.type === 'close') return end();
	if (message.type === 'trade') return startTrader(message.cli, message.user);
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
	const [trackerUrl, deadPort, fast, slow] = await Promise.all([
		tracker.listen(),
		closedPort(),
		seedingPeer(null),
		seedingPeer(SLOW_RATE),
	]);
	const deadTracker = `http://127.0.0.1:${deadPort}/announce`;
	const prepare = (contents: readonly DemoContent[]): Promise<DemoTorrent[]> =>
		Promise.all(
			contents.map(async (content) => {
				const data = isSeeded(content) ? dataFolder(path) : null;
				const made = await makeTorrent(content, content.kind === 'lonely' ? deadTracker : trackerUrl, data);
				const torrent = await offer(made, path, trackerUrl);
				if (data === null) return torrent;
				seed(content.kind === 'slow' ? slow : fast, made.torrent, data);
				await tracker.announced(torrent.infohash);
				return torrent;
			}),
		);
	const torrents = await prepare(demoContents.filter(({ kind }) => !NOT_ADDED.includes(kind)));
	// The others are prepared later, because they would delay the first screen.
	prepareAll = async () => [
		...torrents,
		...(await prepare(demoContents.filter(({ kind }) => NOT_ADDED.includes(kind)))),
	];
	send({ type: 'ready', trackerUrl, torrents });
}

function startTrader(cli: string, user: UserService): void {
	if (folder === null || trader) return;
	const log = (line: string) => process.stderr.write(`${line}\n`);
	trader = new DemoTrader({ cli, folder: join(folder, 'trader'), user, prepareTorrents: prepareAll, log });
	void trader.run();
}

async function closeTrader(): Promise<void> {
	await trader?.close();
}

function isSeeded(content: DemoContent): boolean {
	return !UNSEEDED.includes(content.kind);
}

function dataFolder(path: string): string {
	return join(path, 'swarm', 'data');
}

function seed(peer: WebTorrent, torrent: Uint8Array, path: string): void {
	peer.add(torrent, { path, skipVerify: true }).on('error', fail);
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
	closeTrader()
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
	for (let attempt = 0; attempt < REMOVE_ATTEMPTS; attempt++) {
		const removed = rm(folder, { recursive: true, force: true, maxRetries: 3 });
		failure = await removed.then(() => undefined).catch((error: unknown) => error);
		// A command that asks for the end has ended its service before, and removes the rest.
		if (process.connected) break;
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
