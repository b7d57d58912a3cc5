import { bytes } from '../../format/bytes.ts';
import { sanitise } from '../../format/sanitise.ts';
import type { Download } from '../../protocol/resources/download.ts';
import { CommandFailure, exitCodes, usage } from '../output/failure.ts';

/** Candidates that are listed of an ambiguous name. */
const mostListed = 10;

/** The one download that a text matches. Throws when there is none, or more than one. */
export function matchDownload(downloads: readonly Download[], text: string): Download {
	const candidates = matchDownloads(downloads, text);
	const [first, second] = candidates;
	if (first && !second) return first;
	throw usage(
		`'${sanitise(text, 200)}' may be any of ${candidates.length} downloads; name one by its infohash:`,
		listed(candidates),
	);
}

/**
 * The downloads that a text matches: by infohash, else by exact name (also as it is shown), else those whose infohash
 * begins with it or whose name contains it, in upper or lower case. Throws when there is none.
 */
export function matchDownloads(downloads: readonly Download[], text: string): readonly Download[] {
	if (text.trim() === '') throw usage('The name of a download must not be empty.');
	const lower = text.toLowerCase();
	const byHash = downloads.filter(({ infohash }) => infohash === lower);
	if (byHash.length > 0) return byHash.slice(0, 1);
	const exact = downloads.filter(({ name }) => name === text || sanitise(name) === text);
	const found = exact.length > 0 ? exact : downloads.filter((download) => resembles(download, lower));
	if (found.length > 0) return found;
	throw new CommandFailure(`There is no download '${sanitise(text, 200)}'.`, exitCodes.notFound);
}

function resembles({ infohash, name }: Download, lower: string): boolean {
	if (infohash.startsWith(lower)) return true;
	// A download without a name is named by its infohash, which only a beginning matches.
	if (name === infohash) return false;
	return name.toLowerCase().includes(lower) || sanitise(name).toLowerCase().includes(lower);
}

/** A line for each, and how many more there are. */
export function listed(downloads: readonly Download[], most = mostListed): string[] {
	const lines = downloads
		.slice(0, most)
		.map(({ infohash, name, size }) => `${infohash}  ${sanitise(name, 200)}  ${bytes(size ?? Number.NaN)}`);
	return downloads.length > most ? [...lines, `and ${downloads.length - most} more`] : lines;
}
