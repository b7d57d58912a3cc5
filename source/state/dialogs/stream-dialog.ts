import type { File } from '../../protocol/resources/file.ts';
import type { ServiceQuery } from '../core/query.ts';
import { type OpenDialogs, replaceTop } from './open-dialogs.ts';

/** A file whose content can be streamed. */
export interface StreamFile {
	readonly index: number;
	/** Untrusted. */
	readonly name: string;
	/** Bytes; NaN if unknown. */
	readonly size: number;
}

/** A file for a player. */
export interface FileToPlay {
	readonly infohash: string;
	readonly index: number;
	/** Untrusted. */
	readonly name: string;
	/** URL of its content. Requests need the API key, if the service has one. */
	readonly url: string;
	/** Command line of the player. */
	readonly player: string;
}

/** Shows the URL of a file, and commands for it. */
export interface StreamDialog {
	readonly kind: 'stream';
	/** Infohash of the download. */
	readonly of: string;
	/** 'not yet': its files are being requested. 'none': the service knows none. */
	readonly file: StreamFile | 'not yet' | 'none';
}

/** Interval of requests while the service knows no files. */
const FILES_INTERVAL_MS = 5_000;

/** Returns the dialog for a file, or for the largest file of the download. */
export function streamDialog(of: string, file: StreamFile | undefined): StreamDialog {
	return { kind: 'stream', of, file: file ?? 'not yet' };
}

/** Returns the query for the files, while none is chosen. */
export function streamQuery({ dialogs }: OpenDialogs): ServiceQuery | undefined {
	const top = dialogs.at(-1);
	if (top?.kind !== 'stream' || typeof top.file === 'object') return undefined;
	return { name: 'stream-files', endpoint: 'listFiles', infohash: top.of, intervalMs: FILES_INTERVAL_MS };
}

/** Takes the files and chooses the largest. Folders of a tree have an index below 0. */
export function takeStreamFiles<Data extends OpenDialogs>(
	data: Data,
	of: string,
	files: readonly File[],
): Data {
	const top = data.dialogs.at(-1);
	if (top?.kind !== 'stream' || top.of !== of) return data;
	let file: StreamDialog['file'] = 'none';
	for (const { index, name, size = Number.NaN } of files) {
		if (index >= 0 && (typeof file === 'string' || size > file.size)) file = { index, name, size };
	}
	return replaceTop(data, { ...top, file });
}

declare module './dialogs.ts' {
	interface DialogKinds {
		stream: StreamDialog;
	}
}
