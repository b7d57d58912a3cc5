import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MetainfoError } from '../../metainfo/error.ts';
import { type Magnet, parseMagnet } from '../../metainfo/magnet.ts';
import { MAX_TORRENT_BYTES, type Metainfo, parseTorrentInSteps } from '../../metainfo/metainfo.ts';
import { inSlices } from '../../metainfo/slices.ts';
import { isInfohash, magnetOf } from '../../protocol/infohash.ts';
import { clip, HttpError, invalidParameter, reasonOf, systemReasons } from '../http/http-error.ts';
import type { AddressFilter } from '../http-client/address-filter.ts';
import { fetchBody } from '../http-client/fetch-body.ts';
import { connectDirectly, RedirectError } from '../http-client/open-response.ts';
import type { OwnService } from '../http-client/own-service.ts';
import { openProxyConnection } from '../proxies/chain.ts';
import type { SocksProxy } from '../proxies/socks-proxy.ts';

/** Time for the whole transfer of a .torrent, including redirects. */
const FETCH_TIMEOUT_MS = 20_000;
const MAX_REDIRECTS = 5;

/** Failures to read a torrent. `url` is quoted. */
export const torrentSourceText = {
	unreadable: (path: string, reason: string) => `Cannot read the torrent file ${clip(path)}: ${reason}.`,
	notFile: 'it is not a plain file',
	unreachable: (url: string, reason: string) => `Cannot fetch the torrent ${url}: ${reason}.`,
};

/** Options for fetching the URL of a .torrent. */
interface FetchContext {
	/** With proxies, requests use all of them and the last one resolves the name. */
	readonly route: readonly SocksProxy[];
	/** The service's own HTTP listener, which no URL may lead to. */
	readonly ownService: OwnService;
	/** Decides which addresses direct connections may reach. */
	readonly addressFilter?: AddressFilter | undefined;
	/** Aborts the fetch. */
	readonly signal?: AbortSignal | undefined;
}

/** A .torrent that passed the metainfo check. */
export interface TorrentSource {
	readonly kind: 'torrent';
	readonly bytes: Uint8Array;
	readonly metainfo: Metainfo;
}

/** Parsed source of a PUT /downloads request. */
export type Source =
	| TorrentSource
	| { readonly kind: 'magnet'; readonly uri: string; readonly magnet: Magnet };

/**
 * Reads a uri: the path or file: URL of a .torrent file, a magnet link, or an HTTP(S) URL. Rejects with an
 * HttpError that names the detected kind.
 */
export async function readSource(uri: string, context: FetchContext): Promise<Source> {
	if (/^magnet:/i.test(uri)) return magnetSource(uri);
	if (/^https?:/i.test(uri)) return urlSource(uri, context);
	if (isInfohash(uri)) return magnetSource(magnetOf(uri));
	const scheme = /^([a-z][\w+.-]+):/i.exec(uri)?.[1]?.toLowerCase();
	if (scheme !== undefined && scheme !== 'file') {
		throw invalidParameter(`The uri ${clip(uri)} is neither a path, a magnet link nor an HTTP(S) URL.`);
	}
	return fileSource(uri);
}

async function fileSource(uri: string): Promise<Source> {
	let path = uri;
	if (/^file:/i.test(uri)) {
		try {
			path = fileURLToPath(uri);
		} catch (error) {
			throw invalidParameter(`The uri ${clip(uri)} is not a path on this machine: ${reasonOf(error)}.`);
		}
	}
	if (!isAbsolute(path)) {
		throw invalidParameter(
			`The uri ${clip(uri)} is a relative path: give the absolute path of the .torrent file.`,
		);
	}
	let bytes: Uint8Array;
	let file: FileHandle | undefined;
	try {
		// Non-blocking: opening a pipe without a writer would block a thread forever.
		file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
		const found = await file.stat();
		if (!found.isFile())
			throw new Error(found.isDirectory() ? systemReasons.EISDIR : torrentSourceText.notFile);
		if (found.size > MAX_TORRENT_BYTES) throw tooLarge(clip(path));
		bytes = await file.readFile();
	} catch (error) {
		if (error instanceof HttpError) throw error;
		throw new HttpError(500, 'TorrentFileError', torrentSourceText.unreadable(path, reasonOf(error)), error);
	} finally {
		await file?.close();
	}
	return torrentSource(bytes, clip(path));
}

async function urlSource(url: string, context: FetchContext): Promise<Source> {
	const { route, ownService, addressFilter, signal } = context;
	// Messages appear on screens and in logs, so credentials are removed.
	let shown = clip(url);
	try {
		const target = new URL(url);
		shown = clip(withoutCredentials(target));
		const { status, statusText, body } = await fetchBody(target, {
			connect:
				route.length === 0 ? connectDirectly : (destination) => openProxyConnection(route, destination),
			ownService,
			addressFilter,
			maxRedirects: MAX_REDIRECTS,
			signal: signal ?? new AbortController().signal,
			maxBytes: MAX_TORRENT_BYTES,
			tooLong: () => tooLarge(shown),
			timeoutMs: FETCH_TIMEOUT_MS,
		});
		if (status !== 200) throw new Error(`the server answered ${status} ${statusText}`.trim());
		return await torrentSource(body, shown);
	} catch (error) {
		if (error instanceof HttpError) throw error;
		// A redirect may lead to a magnet link.
		if (error instanceof RedirectError && /^magnet:/i.test(error.location))
			return magnetSource(error.location);
		throw new HttpError(500, 'TorrentUrlError', torrentSourceText.unreachable(shown, reasonOf(error)), error);
	}
}

function withoutCredentials(url: URL): string {
	const plain = new URL(url);
	plain.username = '';
	plain.password = '';
	return plain.href;
}

/** Parses the bytes of a .torrent. `where` names their origin in error messages. */
export async function torrentSource(bytes: Uint8Array, where: string): Promise<TorrentSource> {
	try {
		return { kind: 'torrent', bytes, metainfo: await inSlices(parseTorrentInSteps(bytes)) };
	} catch (error) {
		if (error instanceof MetainfoError) {
			throw new HttpError(500, 'InvalidTorrentError', `${where}: ${error.message}.`, error);
		}
		throw error;
	}
}

function magnetSource(uri: string): Source {
	try {
		return { kind: 'magnet', uri, magnet: parseMagnet(uri) };
	} catch (error) {
		if (error instanceof MetainfoError)
			throw new HttpError(500, 'InvalidMagnetError', `${clip(uri)}: ${error.message}.`, error);
		throw error;
	}
}

function tooLarge(where: string): HttpError {
	return new HttpError(
		500,
		'InvalidTorrentError',
		`${where} is larger than ${MAX_TORRENT_BYTES / 1024 / 1024} MiB, the limit for torrent files.`,
	);
}
