import { pathToFileURL } from 'node:url';
import { isInfohash, magnetOf } from '../protocol/infohash.ts';
import { isOnThisMachine } from '../protocol/this-machine.ts';
import type { PlainClient } from './client.ts';
import { RefusedError, SourceError } from './errors.ts';
import { agreed } from './http/assert-accepted.ts';
import type { CallOptions } from './http/requests.ts';

/** How a download is added, besides what it is of: as the interface has it. */
export interface Addition {
	readonly destination?: string;
	readonly anon_hops?: number;
	readonly safe_seeding?: boolean;
	readonly selected_files?: number[];
}

/** A .torrent file by its absolute path. */
export interface TorrentFile {
	readonly path: string;
	/** Undefined where this machine has no such file, or may not read it. */
	readonly bytes: Uint8Array | undefined;
}

export interface Added {
	readonly infohash: string;
}

/** Numbers of files that a query has room for: servers take some kilobytes of headers. */
const MAX_FILES_IN_QUERY = 200;

/**
 * Adds a download from anything a user may name: a magnet link, an HTTP(S) URL, an infohash, or a .torrent file. Each
 * becomes what the service understands. Services in the field take no paths and no infohashes, and only 8.x take files.
 */
export async function addSource(
	client: PlainClient,
	source: string | TorrentFile,
	how: Addition,
	call: CallOptions,
): Promise<Added> {
	const plain = withDefaults(how);
	try {
		return await addAny(client, source, plain, call);
	} catch (error) {
		throw withNextStep(error);
	}
}

/** What to do about a source that our own service cannot read, by the code of its error. */
const nextSteps: Readonly<Record<string, string>> = {
	TorrentFileError: 'Check the path on the machine of the service, or add a magnet link.',
	TorrentUrlError: 'Check the address, or download the file and add its path.',
};

function withNextStep(error: unknown): unknown {
	const hint = error instanceof RefusedError ? nextSteps[error.code] : undefined;
	return error instanceof RefusedError && hint !== undefined
		? new SourceError(error.message, hint, error)
		: error;
}

async function addAny(
	client: PlainClient,
	source: string | TorrentFile,
	plain: Addition,
	call: CallOptions,
): Promise<Added> {
	if (typeof source !== 'string') return addFile(client, source, plain, call);
	const uri = isInfohash(source) ? magnetOf(source) : source;
	try {
		return await client.addDownload({ body: { uri, ...plain } }, call);
	} catch (error) {
		// Our own service says what to do itself.
		if (error instanceof RefusedError && isSecondVersionAlone(uri) && !/\bhybrid\b/.test(error.message)) {
			throw secondVersionRefused(error);
		}
		throw error;
	}
}

/**
 * Defaults are sent too: services in the field have defaults of their own, of one hop and safe seeding. With
 * hops the service decides on safe seeding, which it may insist on.
 */
function withDefaults(how: Addition): Addition {
	const { anon_hops = 0, safe_seeding } = how;
	if (safe_seeding === undefined && anon_hops > 0) return how;
	return { ...how, anon_hops, safe_seeding: safe_seeding ?? false };
}

/**
 * Our own service takes the bytes, or a path of its machine. Real services take the path as a file URI, which works on
 * their machine alone. 8.x take the bytes too: from other machines, and where the URI fails, as at the end of a tunnel.
 */
async function addFile(
	client: PlainClient,
	{ path, bytes }: TorrentFile,
	how: Addition,
	call: CallOptions,
): Promise<Added> {
	const { dialect } = client.requests;
	if (bytes && dialect === 'interface') return upload(client, bytes, how, call);
	if (bytes && dialect === '8.x' && !isOnThisMachine(client.url)) return upload(client, bytes, how, call);
	const uri = dialect === 'interface' ? path : pathToFileURL(path).href;
	try {
		return await client.addDownload({ body: { uri, ...how } }, call);
	} catch (error) {
		if (!(error instanceof RefusedError) || error.status < 500) throw error;
		if (bytes && dialect === '8.x') return upload(client, bytes, how, call);
		// Our own service says itself why it cannot read a file.
		if (dialect !== 'interface' && /no such file|not found|permission|errno/i.test(error.message)) {
			throw unreadable(client, path, bytes !== undefined, error);
		}
		throw error;
	}
}

async function upload(
	client: PlainClient,
	bytes: Uint8Array,
	how: Addition,
	call: CallOptions,
): Promise<Added> {
	const { selected_files: selected = [] } = how;
	const isLong = client.requests.dialect !== '8.x' && selected.length > MAX_FILES_IN_QUERY;
	// Until all of them are sent one file is wanted, and none that is not.
	const first = isLong ? { ...how, selected_files: selected.slice(0, 1) } : how;
	const added = await client.addDownload({ body: { uri: '', ...first } }, { ...call, upload: bytes });
	if (isLong) {
		const params = { infohash: added.infohash };
		await agreed(client.changeDownload({ params, body: { selected_files: [...selected] } }, call));
	}
	return added;
}

function unreadable({ url }: PlainClient, path: string, isHere: boolean, error: RefusedError): SourceError {
	const reason = error.message.replace(/\.$/, '');
	return new SourceError(
		`Cannot add ${path}: the service at ${url} cannot read it (${reason}).`,
		isHere
			? 'If it runs on another machine, copy the file there and add that path, or add a magnet link.'
			: 'Check the path on its machine, or add a magnet link.',
		error,
	);
}

function isSecondVersionAlone(uri: string): boolean {
	return /^magnet:.*\burn:btmh:/i.test(uri) && !/\burn:btih:/i.test(uri);
}

function secondVersionRefused(error: RefusedError): SourceError {
	return new SourceError(
		`Cannot add a torrent of version 2: ${error.message.replace(/\.$/, '')}.`,
		'The service may not support version 2. Add a version 1 or hybrid torrent.',
		error,
	);
}
