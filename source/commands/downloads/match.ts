import { bytes } from '../../format/bytes.ts';
import { sanitize } from '../../format/sanitize.ts';
import type { Download } from '../../protocol/resources/download.ts';
import { CommandFailure, exitCodes, usage } from '../declaration/failure.ts';

/** Maximum number of listed candidates of an ambiguous name. */
const MAX_CANDIDATES = 10;

/** Returns the only download that matches a text. Throws if there is none or more than one. */
export function matchDownload(downloads: readonly Download[], text: string): Download {
	const candidates = matchDownloads(downloads, text);
	const [first, second] = candidates;
	if (first && !second) return first;
	throw usage(
		`'${sanitize(text, 200)}' matches ${candidates.length} downloads. Use an infohash:`,
		listed(candidates),
	);
}

/**
 * Returns the downloads that match a text: by infohash, else by exact name (also as displayed). Otherwise matches
 * the beginning of the infohash or a part of the name, in either case. Throws if there is none.
 */
function matchDownloads(downloads: readonly Download[], text: string): readonly Download[] {
	if (text.trim() === '') throw usage('The name of a download must not be empty.');
	const lower = text.toLowerCase();
	const byHash = downloads.filter(({ infohash }) => infohash === lower);
	if (byHash.length > 0) return byHash.slice(0, 1);
	const exact = downloads.filter(({ name }) => name === text || sanitize(name) === text);
	const found = exact.length > 0 ? exact : downloads.filter((download) => resembles(download, lower));
	if (found.length > 0) return found;
	throw new CommandFailure(`There is no download '${sanitize(text, 200)}'.`, exitCodes.notFound);
}

/**
 * Returns all downloads that match any name, without duplicates, in the order of the names. Throws if a name matches
 * none.
 */
export function matchEvery(downloads: readonly Download[], names: readonly string[]): Download[] {
	return [...new Set(names.flatMap((name) => matchDownloads(downloads, name)))];
}

function resembles({ infohash, name }: Download, lower: string): boolean {
	if (infohash.startsWith(lower)) return true;
	// A nameless download is named by its infohash, which only a beginning matches.
	if (name === infohash) return false;
	return name.toLowerCase().includes(lower) || sanitize(name).toLowerCase().includes(lower);
}

/** Returns a line for each download, and the number of omitted ones. */
export function listed(downloads: readonly Download[], most = MAX_CANDIDATES): string[] {
	const lines = downloads
		.slice(0, most)
		.map(({ infohash, name, size }) => `${infohash}  ${sanitize(name, 200)}  ${bytes(size ?? Number.NaN)}`);
	return downloads.length > most ? [...lines, `and ${downloads.length - most} more`] : lines;
}
