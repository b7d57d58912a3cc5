import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MetainfoError } from '../../metainfo/error.ts';
import { type Magnet, parseMagnet } from '../../metainfo/magnet.ts';
import { MAX_TORRENT_BYTES, type Metainfo, parsing } from '../../metainfo/metainfo.ts';
import { inSlices } from '../../metainfo/slices.ts';
import type { SocksProxy } from '../engine/port.ts';
import { clip, Fault, invalidParameter, reasonOf } from '../fault.ts';
import { openPassage } from '../proxies/chain.ts';
import { fetchBy } from '../proxies/fetch.ts';

/** Milliseconds a URL has to deliver a .torrent. */
const fetchTimeout = 20_000;

/** What a uri of PUT /downloads led to. */
export type Source =
	| { readonly kind: 'torrent'; readonly bytes: Uint8Array; readonly metainfo: Metainfo }
	| { readonly kind: 'magnet'; readonly uri: string; readonly magnet: Magnet };

/**
 * Fetches and checks what a uri names: the path of a .torrent file (or its file: URL), a magnet link, or an
 * HTTP(S) URL. With proxies in `route` a URL is fetched through all of them and its name is looked up by the last.
 * Every failure is a Fault that says which of them it took the uri for.
 */
export async function readSource(uri: string, route: readonly SocksProxy[] = []): Promise<Source> {
	if (/^magnet:/i.test(uri)) return magnetSource(uri);
	if (/^https?:/i.test(uri)) return urlSource(uri, route);
	if (/^[0-9a-f]{40}$/i.test(uri)) return magnetSource(`magnet:?xt=urn:btih:${uri}`);
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
			throw invalidParameter(`The uri ${clip(uri)} is no path of this machine: ${reasonOf(error)}.`);
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
		// Without waiting: opening a pipe that nobody writes to would hold one of the few threads for ever.
		file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
		const found = await file.stat();
		if (!found.isFile()) throw new Error(found.isDirectory() ? 'it is a folder' : 'it is not a plain file');
		if (found.size > MAX_TORRENT_BYTES) throw tooLarge(clip(path));
		bytes = await file.readFile();
	} catch (error) {
		if (error instanceof Fault) throw error;
		throw new Fault(
			500,
			'TorrentFileError',
			`Cannot read the torrent file ${clip(path)}: ${reasonOf(error)}.`,
			error,
		);
	} finally {
		await file?.close();
	}
	return torrentSource(bytes, clip(path));
}

async function urlSource(url: string, route: readonly SocksProxy[]): Promise<Source> {
	// Messages go to screens and logs: a name and password in the URL stay out of them.
	let shown = clip(url);
	try {
		const { plain, authorization } = splitCredentials(new URL(url));
		shown = clip(plain.href);
		let at = plain;
		let answer = await fetchOnce(at, authorization, route, shown);
		// A redirect may lead to a magnet link, which fetch cannot follow by itself.
		for (let hops = 0; answer.status >= 300 && answer.status < 400; hops++) {
			await answer.body?.cancel();
			const location = answer.headers.get('location');
			if (location === null) throw new Error(`the server answered ${answer.status} without saying where to`);
			if (hops === 5) throw new Error('it redirects without end');
			if (/^magnet:/i.test(location)) return magnetSource(location);
			const next = splitCredentials(new URL(location, at));
			if (next.plain.protocol !== 'http:' && next.plain.protocol !== 'https:')
				throw new Error(`it redirects to ${next.plain.protocol}`);
			// What was meant for one host is not told to another.
			const sameHost = next.plain.origin === plain.origin;
			at = next.plain;
			answer = await fetchOnce(
				at,
				next.authorization ?? (sameHost ? authorization : undefined),
				route,
				shown,
			);
		}
		if (!answer.ok) throw new Error(`the server answered ${answer.status} ${answer.statusText}`.trim());
		return await torrentSource(await bounded(answer, shown), shown);
	} catch (error) {
		if (error instanceof Fault) throw error;
		const cause = error instanceof TypeError && error.cause !== undefined ? error.cause : error;
		const reason =
			cause instanceof DOMException && cause.name === 'TimeoutError'
				? `no answer within ${fetchTimeout / 1000} s`
				: reasonOf(cause);
		throw new Fault(500, 'TorrentUrlError', `Cannot fetch the torrent ${shown}: ${reason}.`, error);
	}
}

async function fetchOnce(
	url: URL,
	authorization: string | undefined,
	route: readonly SocksProxy[],
	shown: string,
): Promise<Response> {
	const signal = AbortSignal.timeout(fetchTimeout);
	const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
	if (route.length === 0) return fetch(url, { redirect: 'manual', signal, headers });
	const {
		status,
		statusText,
		headers: said,
		body,
	} = await fetchBy(url, {
		open: (destination) => openPassage(route, destination),
		headers,
		signal,
		limit: MAX_TORRENT_BYTES,
		tooLong: () => tooLarge(shown),
	});
	return new Response(status === 200 ? Buffer.from(body) : null, {
		status: status >= 200 && status < 600 ? status : 500,
		statusText,
		headers: said.location === undefined ? {} : { location: said.location },
	});
}

/** fetch refuses URLs with a name and password in them: they go into a header. */
function splitCredentials(url: URL): { readonly plain: URL; readonly authorization: string | undefined } {
	if (url.username === '' && url.password === '') return { plain: url, authorization: undefined };
	const pair = `${unescaped(url.username)}:${unescaped(url.password)}`;
	const plain = new URL(url);
	plain.username = '';
	plain.password = '';
	return { plain, authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}

/** What the percent signs stand for; the text as it is where they stand for nothing. */
function unescaped(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

async function bounded(answer: Response, where: string): Promise<Uint8Array> {
	const parts: Uint8Array[] = [];
	let length = 0;
	// The body of a fetch is an async iterable of bytes in Node; its declared type does not say so everywhere.
	const body: AsyncIterable<Uint8Array> | null = answer.body;
	for await (const part of body ?? []) {
		length += part.length;
		if (length > MAX_TORRENT_BYTES) throw tooLarge(where);
		parts.push(part);
	}
	return Buffer.concat(parts);
}

/** Checks the bytes of a .torrent; `where` they are from begins the message of the Fault that refuses them. */
export async function torrentSource(bytes: Uint8Array, where: string): Promise<Source> {
	try {
		return { kind: 'torrent', bytes, metainfo: await inSlices(parsing(bytes)) };
	} catch (error) {
		if (error instanceof MetainfoError) {
			throw new Fault(500, 'InvalidTorrentError', `${where}: ${error.message}.`, error);
		}
		throw error;
	}
}

function magnetSource(uri: string): Source {
	try {
		return { kind: 'magnet', uri, magnet: parseMagnet(uri) };
	} catch (error) {
		if (error instanceof MetainfoError)
			throw new Fault(500, 'InvalidMagnetError', `${clip(uri)}: ${error.message}.`, error);
		throw error;
	}
}

function tooLarge(where: string): Fault {
	return new Fault(
		500,
		'InvalidTorrentError',
		`${where} is larger than ${MAX_TORRENT_BYTES / 1024 / 1024} MiB: that is no torrent file.`,
	);
}
