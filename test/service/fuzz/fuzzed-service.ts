import { deepEqual, match, ok } from 'node:assert/strict';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { Agent, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type fc from 'fast-check';
import Type from 'typebox';
import { decode } from '../../../source/protocol/decode.ts';
import { type EndpointName, endpoints } from '../../../source/protocol/endpoints/table.ts';
import { type LocalService, localDebug, startLocalService } from '../../programs/local-service.ts';
import { type TemporaryFolder, temporaryFolder } from '../../programs/temporary-folder.ts';
import { type MadeTorrent, makeTorrent } from '../../programs/torrents.ts';
import { until } from '../../programs/until.ts';
import { type OddRequest, oddRequests } from './odd-requests.ts';

interface Answer {
	readonly status: number;
	readonly type: string;
	/** Undefined for an endless response. */
	readonly body: string | undefined;
}

const MyChannel = Type.Object({ overview: Type.Object({ identifier: Type.String() }) });
const Playlists = Type.Object({ playlists: Type.Array(Type.Object({ id: Type.Integer() })) });
const State = Type.Object({ state: Type.String(), last_exception: Type.Unknown() });
const Moves = Type.Object({
	downloads: Type.Array(Type.Object({ moving_to: Type.Optional(Type.String()) })),
});
const Refusal = Type.Object({
	error: Type.Object({ handled: Type.Literal(true), code: Type.String(), message: Type.String() }),
});
const feedUrl = 'http://127.0.0.1:9/feed';

/** Statuses of valid answers, and of errors that a request may cause (interface, part 7). */
const statuses = [200, 206, 304, 400, 404, 405, 409, 413, 414, 415, 416, 429, 431, 500];

/** Rows that need a download that runs. */
const needsRunning: readonly EndpointName[] = ['streamFile', 'announceDownload'];

/** A service in this process that gets odd requests. */
export class FuzzedService {
	readonly #folder: TemporaryFolder;
	readonly #service: LocalService;
	readonly #torrent: MadeTorrent;
	readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });

	private constructor(folder: TemporaryFolder, service: LocalService, torrent: MadeTorrent) {
		this.#folder = folder;
		this.#service = service;
		this.#torrent = torrent;
	}

	static async start(): Promise<FuzzedService> {
		const folder = await temporaryFolder();
		await mkdir(join(folder.path, 'room'));
		const files = { 'a/b': 40_000, c: 20_000, empty: 0 };
		const torrent = await makeTorrent(join(folder.path, 'data'), 'fuzzed', files);
		// A dump of this process takes a minute, so each is refused.
		const debug = { ...localDebug, freeMemory: () => 0 };
		const service = await startLocalService(folder.path, { debug });
		const fuzzed = new FuzzedService(folder, service, torrent);
		const hasStarted = () => service.log.some(({ message }) => message.includes('Started'));
		await until(async () => (await fuzzed.#ask('GET', '/state')) && hasStarted());
		return fuzzed;
	}

	async close(): Promise<void> {
		this.#agent.destroy();
		await this.#service.close();
		await this.#folder.remove();
	}

	/** Prepares what a row needs. Returns requests of that row. */
	async requestsTo(name: EndpointName): Promise<fc.Arbitrary<OddRequest>> {
		await (needsRunning.includes(name) ? this.#addReadable() : this.add());
		const { infohash, path, bytes } = this.#torrent;
		if (name === 'cancelMove') await until(async () => !(await this.#isMoving()));
		const isOfChannel = /channel|feed|metadata|search/.test(endpoints[name].path);
		if (name === 'replaceTracker' || name === 'removeTrackers')
			await this.#ask('PUT', `/downloads/${infohash}/trackers`, { urls: ['udp://127.0.0.1:9'] });
		return oddRequests(endpoints[name], {
			infohash,
			folder: join(this.#folder.path, 'room'),
			torrentPath: path,
			torrentBase64: Buffer.from(bytes).toString('base64'),
			parameters: { fileindex: '0', id: '0', ...(isOfChannel ? await this.#addChannel(name) : {}) },
		});
	}

	/** Adds the download, unless it is there. */
	async add(): Promise<void> {
		const { infohash, path } = this.#torrent;
		const fields = { uri: path, destination: join(this.#folder.path, 'data') };
		const Added = Type.Object({ infohash: Type.Literal(infohash) });
		decode(Added, await this.#ask('PUT', '/downloads', fields));
	}

	/** Sends a request. Returns its outcome. Rejects if the answer is neither valid nor an error that it caused. */
	async send(sent: OddRequest): Promise<'done' | 'refused'> {
		const { status, type, body } = await this.#answer(sent);
		const what = `${sent.method} ${sent.path.slice(0, 200)} ${sent.body?.subarray(0, 300)} → ${status} ${body}`;
		ok(statuses.includes(status), what);
		const isDone = status < 400;
		if (sent.method !== 'HEAD' && body !== undefined) {
			if (!isDone) {
				deepEqual(type, 'application/json; charset=utf-8', what);
				const { code, message } = decode(Refusal, JSON.parse(body)).value.error;
				match(code, /^\w+$/, what);
				match(message, /\S.{5,}/s, what);
			} else if (type.startsWith('application/json')) JSON.parse(body);
		}
		return isDone ? 'done' : 'refused';
	}

	/** Rejects if the requests so far did damage. */
	async requireSound(): Promise<void> {
		const { state, last_exception } = decode(State, await this.#ask('GET', '/state')).value;
		deepEqual({ state, last_exception }, { state: 'STARTED', last_exception: null });
		deepEqual(
			this.#service.log.filter(({ level }) => level === 'error'),
			[],
		);
	}

	/** Whether a move that an earlier request began is under way. */
	async #isMoving(): Promise<boolean> {
		const { downloads } = decode(Moves, await this.#ask('GET', '/downloads')).value;
		return downloads.some(({ moving_to }) => moving_to !== undefined);
	}

	/** Adds the torrent again, and waits until its file can be read. Requests before may have stopped or moved it. */
	async #addReadable(): Promise<void> {
		const path = `/downloads/${this.#torrent.infohash}`;
		await this.#ask('DELETE', path, { remove_data: false });
		await this.add();
		const stream = `${this.#service.url}${path}/stream/0`;
		await until(async () => (await fetch(stream, { method: 'HEAD' })).ok);
	}

	/**
	 * Makes the own channel with a torrent, a playlist and a feed, except the one that the row adds. Returns valid
	 * parameters.
	 */
	async #addChannel(name: EndpointName): Promise<Readonly<Record<string, string>>> {
		const { infohash, path } = this.#torrent;
		await this.#ask('PUT', '/mychannel', { name: 'fuzzed' });
		const { overview } = decode(MyChannel, await this.#ask('GET', '/mychannel')).value;
		const channel = `/channels/discovered/${overview.identifier}`;
		await this.#ask('PUT', `${channel}/torrents/${infohash}`, { uri: path });
		if (name === 'addChannelTorrent') await this.#ask('DELETE', `${channel}/torrents/${infohash}`);
		await this.#ask('PUT', `${channel}/playlists`, { name: 'fuzzed', description: '' });
		const playlist = decode(Playlists, await this.#ask('GET', `${channel}/playlists`)).value.playlists.at(-1);
		const item = `${channel}/playlists/${playlist?.id}/${infohash}`;
		await this.#ask(name === 'addToPlaylist' ? 'DELETE' : 'PUT', item);
		const isAddition = name === 'addFeed' || name === 'addMyFeed';
		await this.#ask(isAddition ? 'DELETE' : 'PUT', `${channel}/rssfeeds/${encodeURIComponent(feedUrl)}`);
		return {
			channelid: overview.identifier,
			public_key: overview.identifier,
			playlistid: String(playlist?.id),
			feed_url: feedUrl,
		};
	}

	async #ask(method: string, path: string, fields?: object): Promise<unknown> {
		const body = fields && JSON.stringify(fields);
		return (await fetch(`${this.#service.url}${path}`, { method, ...(body ? { body } : {}) })).json();
	}

	async #answer({ method, path, headers, body }: OddRequest): Promise<Answer> {
		const outgoing = request(this.#service.url, {
			method,
			path,
			agent: this.#agent,
			headers: { ...headers, ...(body ? { 'content-length': body.length } : {}) },
			timeout: 20_000,
		});
		outgoing.on('timeout', () => outgoing.destroy(new Error('no answer within 20 s')));
		const closed = once(outgoing, 'close');
		closed.catch(() => {});
		outgoing.end(body);
		const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
		const status = answer.statusCode ?? 0;
		const type = answer.headers['content-type'] ?? '';
		const endless = status < 400 && !type.startsWith('application/json');
		if (endless || (status < 400 && path.startsWith('/events'))) {
			answer.destroy();
			return { status, type, body: undefined };
		}
		const received = await text(answer);
		// Rejects if more follows than the answer has.
		await closed;
		return { status, type, body: received };
	}
}
