import { pipeline } from 'node:stream/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Metainfo, MetainfoFile } from '../../metainfo/metainfo.ts';
import { ContentReader } from '../downloads/content-reader.ts';
import type { Downloads } from '../downloads/downloads.ts';
import { clip, HttpError, reasonOf } from '../http/http-error.ts';
import { contentDisposition, mediaType } from '../http/media-types.ts';
import type { Handlers } from '../http/route.ts';
import type { Log } from '../log/log.ts';

/** Delay of TCP keep-alive probes to a reader that reads nothing. */
const KEEP_ALIVE_AFTER_MS = 60_000;

/**
 * Handlers for the content of files, even while they are downloaded. Unselected files can be read too: the
 * requested parts are downloaded without changing the selection.
 */
export function streamRoutes({ registry, content }: Downloads, log: Log) {
	return {
		async streamFile({ params, request, reply }) {
			const record = await registry.requireParsed(params.infohash);
			const metainfo = registry.metainfo(record);
			if (!metainfo) {
				throw new HttpError(404, 'MetadataMissingError', 'The files of this download are not known yet.');
			}
			const file = fileAt(metainfo, params.fileindex);
			// The content never changes, so the infohash and index identify it.
			const tag = `"${record.infohash}-${params.fileindex}"`;
			const { from, to, partial } = partOf(request, reply, file, tag);
			const headers = {
				...headersOf(file),
				etag: tag,
				'content-length': to - from,
				...(partial ? { 'content-range': `bytes ${from}-${to - 1}/${file.length}` } : {}),
			};
			const abort = new AbortController();
			const reader = new ContentReader(content, record, metainfo, { file, from, to }, abort.signal);
			const begin = () => {
				reply.hijack();
				reply.raw.writeHead(partial ? 206 : 200, headers);
			};
			if (request.method === 'HEAD') {
				begin();
				reply.raw.end();
				return undefined;
			}
			reply.raw.once('close', () => abort.abort(new Error('the client has gone')));
			const removeReader = content.watch(record, reader);
			const chunks = reader.read();
			try {
				// Known failures get an error response. After the headers are sent, the connection can only be
				// aborted.
				const first = reader.decided ? await chunks.next() : undefined;
				begin();
				// A player gets the size at once, while it waits for content.
				reply.raw.flushHeaders();
				reply.raw.socket?.setKeepAlive(true, KEEP_ALIVE_AFTER_MS);
				await pipeline(async function* () {
					if (first && !first.done) yield first.value;
					yield* chunks;
				}, reply.raw);
			} catch (error) {
				if (!reply.sent && !abort.signal.aborted) throw error;
				reply.hijack();
				if (!abort.signal.aborted) log('warning', `Streaming ${clip(file.path)} ended: ${reasonOf(error)}`);
				reply.raw.destroy();
			} finally {
				removeReader();
				await chunks.return(undefined);
			}
			return undefined;
		},
	} satisfies Partial<Handlers>;
}

function fileAt(metainfo: Metainfo, fileindex: string): MetainfoFile {
	const file = /^\d{1,9}$/.test(fileindex) ? metainfo.files[Number(fileindex)] : undefined;
	if (!file || file.padding) {
		const count = metainfo.files.length;
		throw new HttpError(
			404,
			'FileNotFoundError',
			`There is no file ${clip(fileindex)}: the download has ${count} ${count === 1 ? 'file' : 'files'}, counted from 0.`,
		);
	}
	return file;
}

/** Returns the requested part. Throws the 416 when the file has no such part. */
function partOf(request: FastifyRequest, reply: FastifyReply, file: MetainfoFile, tag: string) {
	const condition = request.headers['if-range'];
	const applies = request.method === 'GET' && (condition === undefined || condition === tag);
	const range = byteRange(applies ? request.headers.range : undefined, file.length);
	if (range === 'whole') return { from: 0, to: file.length, partial: false };
	if (range === 'none') {
		reply.header('content-range', `bytes */${file.length}`);
		reply.header('accept-ranges', 'bytes');
		throw new HttpError(
			416,
			'RangeNotSatisfiableError',
			`The file has ${file.length} bytes: none are in the range ${clip(request.headers.range ?? '')}.`,
		);
	}
	return { ...range, partial: true };
}

/** Returns headers for a file. Its bytes are untrusted: browsers must not guess the type or execute it. */
function headersOf(file: MetainfoFile) {
	const name = file.path.slice(file.path.lastIndexOf('/') + 1);
	const type = mediaType(name);
	return {
		'content-type': type,
		'content-disposition': contentDisposition(name, type),
		'accept-ranges': 'bytes',
		'cache-control': 'private, no-cache',
		'content-security-policy':
			"sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'",
		'x-content-type-options': 'nosniff',
	};
}

/** Bytes from `from` up to, excluding, `to`. */
interface ByteRange {
	readonly from: number;
	readonly to: number;
}

/**
 * Parses a Range header (RFC 9110, part 14) for content of `size` bytes. Returns 'whole' if the header is absent,
 * has another unit or several ranges. A server may answer those with the whole content. Returns 'none' if no byte
 * matches or the range is malformed.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | 'whole' | 'none' {
	const ranges = /^\s*bytes\s*=(.*)$/is.exec(header ?? '')?.[1];
	if (ranges === undefined || ranges.includes(',')) return 'whole';
	const ends = ranges.split('-').map((end) => end.trim());
	const isRange = ends.length === 2 && ends.every((end) => /^\d*$/.test(end));
	const [first = '', last = ''] = isRange ? ends : [];
	if (first === '') {
		// Suffix range, or malformed.
		const count = Math.min(Number(last), size);
		return count > 0 ? { from: size - count, to: size } : 'none';
	}
	const from = Number(first);
	const to = last === '' ? size : Math.min(Number(last) + 1, size);
	return from < to ? { from, to } : 'none';
}
