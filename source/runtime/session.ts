import { isMissing } from '../basics/error.ts';
import type { Client, ClientOptions } from '../client/client.ts';
import { assertAccepted } from '../client/http/assert-accepted.ts';
import { RequestLog } from '../client/http/request-log.ts';
import { KeyedQueue } from '../concurrency/keyed-queue.ts';
import { torrentBytes } from '../metainfo/torrent-bytes.ts';
import { isRefused, whyUnreadable } from '../metainfo/why-unreadable.ts';
import type {
	Added,
	Addition,
	BatchRequest,
	LocalMachine,
	RequestBatch,
	ServiceRequest,
	SourceToAdd,
} from '../state/batch/request.ts';
import type { FileToPlay, Saving, TorrentToSave } from '../state/batch/requested-files.ts';
import { type Failure, isUnreachable } from '../state/connection/connection.ts';
import { errorText } from '../state/connection/error-text.ts';
import type { Store } from '../state/core/store.ts';
import type { News } from '../state/events/journal.ts';
import { LocalError } from './adding/local-error.ts';
import { LocalFiles } from './adding/local-files.ts';
import { Attempts } from './attempts.ts';
import { BatchRunner } from './batch-runner.ts';
import { detectOptions } from './detection.ts';
import { DumpSaver } from './dump-saver.ts';
import { failureOf } from './failure.ts';
import { FilterCounter } from './filter-counter.ts';
import { followMoves } from './follow-moves.ts';
import { watchFreeSpace } from './free-space.ts';
import type { OutputCounts, OwnSources } from './own-samples.ts';
import { startPlayer } from './player.ts';
import type { QueriesOf } from './poller.ts';
import { ProfileReader } from './profile-reader.ts';
import { saveFile, saveText } from './save-file.ts';
import { openServiceLine } from './service-line.ts';
import { StreamLog } from './stream-log.ts';
import { StreamRelay } from './stream-relay.ts';
import { Ticker } from './ticker.ts';

/** Input and output of the cockpit: polling, events, requests and time. */
export interface Session {
	/** Sends a request. Its result is news, never an exception. */
	readonly write: (request: ServiceRequest<Client>) => void;
	/** Sends many requests, a few at a time. */
	readonly writeAll: (batch: RequestBatch<Client>) => void;
	readonly refresh: () => void;
	/** Sets whether the service is on the screen. Pending changes of a hidden one continue. */
	readonly setShown: (isShown: boolean) => void;
	readonly close: () => Promise<void>;
}

export interface SessionOptions extends ClientOptions {
	/** Whether the service is on the screen at first. Default: true. */
	readonly isShown?: boolean | undefined;
	/** Counts of the terminal, which its writer updates. */
	readonly output?: OutputCounts | undefined;
	/** Whether to detect the base path and generation in parallel with the first requests. */
	readonly detect?: boolean | undefined;
	/** Whether the service runs on this machine and shares its disk. */
	readonly local?: boolean | undefined;
	/** Extensions of the service, if its announcement lists them. */
	readonly extensions?: readonly string[] | undefined;
	/** Searches for a failing service again, because its port or key may have changed. */
	readonly refind?: (() => Promise<RelocatedService | undefined>) | undefined;
}

/** A service that was found by another search. */
interface RelocatedService extends ClientOptions {
	/** Origin in words. */
	readonly source: string;
	readonly extensions?: SessionOptions['extensions'];
}

/** Opens a session with a service for a store. Returns at once; results arrive as messages. */
export function openSession(options: SessionOptions, store: Store, queriesOf?: QueriesOf): Session {
	const abort = new AbortController();
	const own: OwnSources = {
		requestLog: options.requestLog ?? new RequestLog(),
		streamLog: new StreamLog(),
		output: options.output ?? { frames: 0, bytes: 0 },
	};
	/** Options of the service as last found. */
	let current: ClientOptions = options;
	let isShown = options.isShown ?? true;
	let line = openServiceLine(options, store, own, queriesOf, isShown);
	reportDialect(options.extensions);
	let closing = Promise.resolve();
	const localFiles = new LocalFiles(store);
	const filterCounter = new FilterCounter(store);
	const profileReader = new ProfileReader(store);
	const dumpSaver = new DumpSaver(store, () => line.client);
	const ticker = new Ticker(store, isShown);
	/** Requests wait for detection, because the dialect can change their meaning. */
	const attempts = new Attempts();
	const queues = new KeyedQueue<string>();
	const relay = new StreamRelay(() => line.client);
	const localMachine: LocalMachine<Client> = { addSource, saveTorrent, saveText, play };
	const batchRunner = new BatchRunner(store, sendRequest, abort.signal);
	const detected = options.detect ? detect() : Promise.resolve();
	void detected.then(() => attempts.succeeded());
	if (options.local) void watchFreeSpace(store, abort.signal);
	const { refind } = options;
	if (refind) void followMoves(store, refind, () => current, move, abort.signal);

	async function detect(): Promise<void> {
		const found = await detectOptions(options, abort.signal, (error) => attempts.failed(error));
		if (abort.signal.aborted) return;
		line.client.requests.learnDialect(found.dialect);
		current = { ...current, dialect: found.dialect };
		reportDialect();
		if (found.url === line.client.url && (found.generation ?? 'B') === (options.generation ?? 'B')) return;
		closing = line.close();
		store.dispatch({ type: 'address', url: found.url });
		current = found;
		line = openServiceLine(found, store, own, queriesOf, isShown);
		reportDialect();
	}

	/** Stores the dialect of the service, as far as it is known, and the extensions that it announced. */
	function reportDialect(extensions?: readonly string[]): void {
		const { dialect } = line.client.requests;
		if (dialect === undefined) return;
		if (extensions || store.get().connection.dialect !== dialect)
			store.dispatch({ type: 'detected', dialect, extensions });
	}

	/** Moves to another address of the same service; the screen keeps its content. */
	function move({ url, apiKey, generation, dialect, source, extensions }: RelocatedService): void {
		closing = Promise.all([closing, line.close()]).then(() => {});
		store.dispatch({ type: 'address', url, source, hasKey: (apiKey ?? '') !== '' });
		const news: News = { level: 'info', text: `The service was found again at ${url}.` };
		store.dispatch({ type: 'news', news, at: Date.now() });
		current = { ...current, url, apiKey, generation, dialect: dialect ?? current.dialect };
		line = openServiceLine(current, store, own, queriesOf, isShown);
		reportDialect(extensions);
	}

	/** Starts a player. The player gets no API key: with a key, requests go through the relay. */
	async function play({ infohash, index, url, name, player }: FileToPlay): Promise<void> {
		const address = current.apiKey ? await relay.addressOf({ infohash, index }) : url;
		await startPlayer(player, address, (reason) => {
			const news: News = { level: 'error', doing: `Playing ${name}`, text: reason, infohash };
			if (!abort.signal.aborted) store.dispatch({ type: 'news', news, at: Date.now() });
		});
	}

	async function sendRequest({
		send,
		isDoneIfMissing,
	}: Pick<BatchRequest<Client>, 'send' | 'isDoneIfMissing'>): Promise<Failure | undefined> {
		try {
			await attempts.outcome;
			// After quitting, nothing is sent.
			abort.signal.throwIfAborted();
			await assertAccepted(send(line.client, localMachine));
			return undefined;
		} catch (error) {
			const failure = failureOf(error);
			return isDoneIfMissing && failure.kind === 'not-found' ? undefined : failure;
		}
	}

	async function writeOne(request: ServiceRequest<Client>): Promise<void> {
		store.dispatch({ type: 'write-began', count: 1 });
		const { queue } = request;
		const failure = await (queue === undefined
			? sendRequest(request)
			: queues.run(queue, () => sendRequest(request)));
		request.onEnd?.(failure);
		const { doing, infohash } = request;
		const fault: News | undefined = failure && {
			level: 'error',
			doing,
			text: errorText(failure),
			infohash,
			unreachable: isUnreachable(failure),
		};
		const { done } = request;
		const news = fault ?? (typeof done === 'function' ? done() : done);
		store.dispatch({ type: 'write-ended', news, at: Date.now() });
		line.refresh(request.stale);
	}

	async function writeMany(batch: RequestBatch<Client>): Promise<void> {
		await batchRunner.run(batch);
		if (!abort.signal.aborted) line.refresh(batch.stale);
	}

	return {
		write: (request) => void writeOne(request),
		writeAll: (batch) => void writeMany(batch),
		refresh: () => line.refreshAll(),
		setShown: (shown) => {
			isShown = shown;
			ticker.setShown(shown);
			line.setShown(shown);
		},
		close: async () => {
			ticker.close();
			localFiles.close();
			filterCounter.close();
			profileReader.close();
			abort.abort();
			await dumpSaver.close();
			await Promise.all([detected, closing, line.close(), relay.close()]);
		},
	};
}

/**
 * Adds a source as the user named it. Sends the bytes of a .torrent file too, for services that accept them. A file
 * that is missing or unreadable here may be on the service's machine.
 */
export async function addSource(client: Client, { kind, uri }: SourceToAdd, how: Addition): Promise<Added> {
	if (kind !== 'path') return client.addSource(uri, how);
	return client.addSource({ path: uri, bytes: await bytesOf(uri) }, how);
}

async function bytesOf(path: string): Promise<Uint8Array | undefined> {
	try {
		return await torrentBytes(path);
	} catch (error) {
		if (isMissing(error) || isRefused(error)) return undefined;
		const why = `Cannot read ${path}: ${whyUnreadable(error)}.`;
		throw new LocalError(why, 'Choose another file, or change its permissions.', { cause: error });
	}
}

/**
 * Fetches and saves a .torrent file. Replaces an existing file only on request, and atomically. Throws a ClientError,
 * or a LocalError if the file cannot be written.
 */
export function saveTorrent(client: Client, torrent: TorrentToSave): Promise<Saving> {
	const content = () => client.getTorrent({ params: { infohash: torrent.infohash } });
	return saveFile({ ...torrent, mode: 0o666, content });
}
