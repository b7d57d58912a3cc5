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

/** The sources in what was typed: several magnet links and URLs can be pasted at once, with blanks between them. */
export function urisOf(typed: string): string[] {
	return typed
		.trim()
		.split(/\s+(?=magnet:\?|https?:\/\/)/i)
		.map((source) => uriOf(source));
}

/** Does pasted text look like something to download? */
export function looksLikeSource(text: string): boolean {
	return /^\s*(magnet:\?|https?:\/\/|(\/|~\/).*\.torrent\s*$|[0-9a-f]{40}\s*$)/i.test(text);
}
