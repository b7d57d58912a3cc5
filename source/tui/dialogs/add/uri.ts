import { homedir } from 'node:os';
import { resolve } from 'node:path';

/**
 * What was typed as a download's source, as the service understands it: magnet links, infohashes and URLs as they
 * are, paths made absolute from the folder the cockpit runs in.
 */
export function uriOf(typed: string, folder: string = process.cwd(), home: string = homedir()): string {
	const text = typed.trim().replace(/^(['"])(.*)\1$/, '$2');
	if (/^[a-z][\w+.-]+:/i.test(text) || /^[0-9a-f]{40}$/i.test(text)) return text;
	return resolve(folder, text.replace(/^~(?=\/|$)/, home));
}

/** Does pasted text look like something to download? */
export function looksLikeSource(text: string): boolean {
	return /^\s*(magnet:\?|https?:\/\/|(\/|~\/).*\.torrent\s*$|[0-9a-f]{40}\s*$)/i.test(text);
}
