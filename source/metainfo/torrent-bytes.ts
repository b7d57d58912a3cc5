import { MAX_TORRENT_BYTES } from './metainfo.ts';
import { plainFileBytes, plainFileText } from './plain-file.ts';

const KIND = 'torrent files';

export const torrentBytesText = {
	...plainFileText,
	tooLarge: plainFileText.tooLarge(MAX_TORRENT_BYTES, KIND),
} as const;

/** Returns the bytes of a .torrent file on this machine. Throws if it is not a plain file or is too large. */
export function torrentBytes(path: string): Promise<Uint8Array> {
	return plainFileBytes(path, MAX_TORRENT_BYTES, KIND);
}
