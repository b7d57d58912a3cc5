import type { File } from '../../protocol/resources/file.ts';
import { type OpenDialogs, replaceTop } from './open-dialogs.ts';

/** A file whose content can be streamed. */
interface StreamFile {
	readonly index: number;
	/** Untrusted. */
	readonly name: string;
	/** Bytes; NaN if unknown. */
	readonly size: number;
}

/** Shows the URL of a file, and commands for it. */
export interface StreamDialog {
	readonly kind: 'stream';
	/** Infohash of the download. */
	readonly of: string;
	/** 'not yet': its files are being requested. 'none': the service knows none. */
	readonly file: StreamFile | 'not yet' | 'none';
}

/** Returns the dialog for a file, or for the largest file of the download. */
export function streamDialog(of: string, file: StreamFile | undefined): StreamDialog {
	return { kind: 'stream', of, file: file ?? 'not yet' };
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

declare module '../surfaces/dialogs.ts' {
	interface DialogKinds {
		stream: StreamDialog;
	}
}
