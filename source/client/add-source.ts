import { pathToFileURL } from 'node:url';
import { isInfohash, magnetOf } from '../protocol/infohash.ts';
import { isOnThisMachine } from '../protocol/this-machine.ts';
import { assertAccepted } from './http/assert-accepted.ts';
import { RefusedError, SourceError } from './http/errors.ts';
import type { PlainClient } from './http/plain-client.ts';
import type { CallOptions } from './http/requests.ts';

/** Options of a new download besides its source, as in the interface. */
export interface Addition {
	readonly destination?: string;
	readonly anon_hops?: number;
	readonly safe_seeding?: boolean;
	readonly selected_files?: number[];
	/** Extension 'labels'. */
	readonly label?: string;
	/** Extension 'sequential'. */
	readonly sequential?: boolean;
	/** Extension 'use-files'. */
	readonly use_files?: boolean;
}

/** A .torrent file. */
export interface TorrentFile {
	/** Absolute path. */
	readonly path: string;
	/** Undefined if this machine has no such file or may not read it. */
	readonly bytes: Uint8Array | undefined;
}

interface AddedDownload {
	readonly infohash: string;
}

/** Maximum number of file indices in a query; servers limit headers to some kilobytes. */
const MAX_FILES_IN_QUERY = 200;

/**
 * Adds a download from a magnet link, an HTTP(S) URL, an infohash or a .torrent file. Converts the source into what
 * the service understands. Services in the field accept no paths and no infohashes. Only 8.x accept files.
 */
export async function addSource(
	client: PlainClient,
	source: string | TorrentFile,
	addition: Addition,
	call: CallOptions = {},
): Promise<AddedDownload> {
	const plain = withDefaults(addition);
	try {
		return await addAny(client, source, plain, call);
	} catch (error) {
		throw withNextStep(error);
	}
}

/** Next steps for sources that our own service cannot read, by error code. */
export const nextSteps = {
	TorrentFileError: 'Check the path on the machine of the service, or add a magnet link.',
	TorrentUrlError: 'Check the address, or download the file and add its path.',
};
const nextStepOf: Readonly<Record<string, string>> = nextSteps;

function withNextStep(error: unknown): unknown {
	const hint = error instanceof RefusedError ? nextStepOf[error.code] : undefined;
	return error instanceof RefusedError && hint !== undefined
		? new SourceError(error.message, hint, error)
		: error;
}

async function addAny(
	client: PlainClient,
	source: string | TorrentFile,
	plain: Addition,
	call: CallOptions,
): Promise<AddedDownload> {
	if (typeof source !== 'string') return addFile(client, source, plain, call);
	const uri = isInfohash(source) ? magnetOf(source) : source;
	try {
		return await client.addDownload({ body: { uri, ...plain } }, call);
	} catch (error) {
		// The message of our own service already contains the next step.
		if (error instanceof RefusedError && isSecondVersionAlone(uri) && !/\bhybrid\b/.test(error.message)) {
			throw secondVersionRefused(error);
		}
		throw error;
	}
}

/**
 * Fills in defaults. Services in the field have other defaults: one hop and safe seeding. With hops, safe seeding
 * stays unset because the service may enforce it.
 */
function withDefaults(addition: Addition): Addition {
	const { anon_hops = 0, safe_seeding } = addition;
	if (safe_seeding === undefined && anon_hops > 0) return addition;
	return { ...addition, anon_hops, safe_seeding: safe_seeding ?? false };
}

/**
 * Adds a .torrent file. Our own service accepts the bytes, or a path on its machine. Real services accept the path
 * as a file URI, which only works on their machine. 8.x also accept the bytes. They are used from other machines,
 * and if the URI fails, as through a tunnel.
 */
async function addFile(
	client: PlainClient,
	{ path, bytes }: TorrentFile,
	addition: Addition,
	call: CallOptions,
): Promise<AddedDownload> {
	const { dialect } = client.requests;
	if (bytes && dialect === 'interface') return upload(client, bytes, addition, call);
	if (bytes && dialect === '8.x' && !isOnThisMachine(client.url))
		return upload(client, bytes, addition, call);
	const uri = dialect === 'interface' ? path : pathToFileURL(path).href;
	try {
		return await client.addDownload({ body: { uri, ...addition } }, call);
	} catch (error) {
		if (!(error instanceof RefusedError) || error.status < 500) throw error;
		if (bytes && dialect === '8.x') return upload(client, bytes, addition, call);
		// The message of our own service already contains the reason.
		if (dialect !== 'interface' && /no such file|not found|permission|errno/i.test(error.message)) {
			throw unreadable(client, path, bytes !== undefined, error);
		}
		throw error;
	}
}

async function upload(
	client: PlainClient,
	bytes: Uint8Array,
	addition: Addition,
	call: CallOptions,
): Promise<AddedDownload> {
	const { selected_files: selected = [] } = addition;
	const isLong = client.requests.dialect !== '8.x' && selected.length > MAX_FILES_IN_QUERY;
	// Until the complete selection is sent, one selected file is downloaded.
	const first = isLong ? { ...addition, selected_files: selected.slice(0, 1) } : addition;
	const added = await client.addDownload({ body: { uri: '', ...first } }, { ...call, upload: bytes });
	if (isLong) {
		const params = { infohash: added.infohash };
		await assertAccepted(client.changeDownload({ params, body: { selected_files: [...selected] } }, call));
	}
	return added;
}

export const addSourceText = {
	unreadable: (path: string, url: string, reason: string) =>
		`Cannot add ${path}: the service at ${url} cannot read it (${reason}).`,
	elsewhere: 'If it runs on another machine, copy the file there and add that path, or add a magnet link.',
	refused: (reason: string) => `Cannot add a torrent of version 2: ${reason}.`,
	secondVersion: 'The service may not support version 2. Add a version 1 or hybrid torrent.',
} as const;

function unreadable({ url }: PlainClient, path: string, isHere: boolean, error: RefusedError): SourceError {
	const reason = error.message.replace(/\.$/, '');
	return new SourceError(
		addSourceText.unreadable(path, url, reason),
		isHere ? addSourceText.elsewhere : 'Check the path on its machine, or add a magnet link.',
		error,
	);
}

function isSecondVersionAlone(uri: string): boolean {
	return /^magnet:.*\burn:btmh:/i.test(uri) && !/\burn:btih:/i.test(uri);
}

function secondVersionRefused(error: RefusedError): SourceError {
	return new SourceError(
		addSourceText.refused(error.message.replace(/\.$/, '')),
		addSourceText.secondVersion,
		error,
	);
}
