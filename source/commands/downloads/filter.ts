import { downloadFields } from '../../filter/download-fields.ts';
import { hasConditions, matcherOfQuery, type Query, readQuery } from '../../filter/query.ts';
import { tokensOf } from '../../filter/tokens.ts';
import { width } from '../../format/cells.ts';
import { nameOrInfohash } from '../../format/download-name.ts';
import { sanitize } from '../../format/sanitize.ts';
import type { Download } from '../../protocol/resources/download.ts';
import { CommandFailure, exitCodes, usage } from '../declaration/failure.ts';
import { matchEvery } from './match.ts';

/** Failures of filters. */
export const filterText = {
	empty: 'The filter is empty. Use --all for all downloads.',
	none: (filter: string) => `No download matches the filter '${filter}'.`,
} as const;

/** Maximum UTF-16 units of a filter in a message. */
const MAX_SHOWN_LENGTH = 400;

/** Returns the downloads that match a filter. Throws if it is empty, has a fault, or matches none. */
export function filterDownloads(downloads: readonly Download[], text: string): readonly Download[] {
	if (text.trim() === '') throw usage(filterText.empty);
	const query = queryOf(text);
	const [problem] = query.problems;
	if (problem) throw usage(problem.rejection, pointer(text, problem));
	const matches = matcherOfQuery(query);
	const found = matches ? downloads.filter((download) => matches(download)) : [];
	if (found.length > 0) return found;
	throw new CommandFailure(filterText.none(sanitize(text, 200)), exitCodes.notFound);
}

/**
 * Returns the downloads that the arguments of a list match. Without conditions, each is a name, and a list has the
 * matches of all. With a condition in one of them, they are one filter. The exact name of a download is never a
 * condition. Throws if nothing matches.
 */
export function listMatches(downloads: readonly Download[], texts: readonly string[]): readonly Download[] {
	const isNamed = (text: string) =>
		downloads.some(({ name, infohash }) => name === text || infohash === text.toLowerCase());
	const isFilter = texts.some((text) => !isNamed(text) && hasConditions(text, downloadFields));
	if (!isFilter) return [...new Set(texts.flatMap((text) => matchWords(downloads, text)))];
	const filter = texts.join(' ');
	// A name may look like an invalid filter.
	const isValid = queryOf(filter).problems.length === 0;
	return isValid
		? filterDownloads(downloads, filter)
		: (named(downloads, texts) ?? filterDownloads(downloads, filter));
}

/** Whether a filter tests the availability, which services report on request only. */
export function needsAvailability(texts: readonly string[]): boolean {
	return texts.flatMap(tokensOf).some(({ field }) => field?.toLowerCase() === 'availability');
}

/** Returns the downloads with a name, or with all of its words. Throws if there are none. */
function matchWords(downloads: readonly Download[], text: string): readonly Download[] {
	const found = named(downloads, [text]);
	if (found) return found;
	const query = queryOf(text);
	const matches = query.problems.length === 0 ? matcherOfQuery(query) : undefined;
	const filtered = matches && text.trim() !== '' ? downloads.filter((download) => matches(download)) : [];
	// Without a match, it throws the failure of an unknown name.
	return filtered.length > 0 ? filtered : matchEvery(downloads, [text]);
}

/** Returns the downloads with these names; undefined if one has none. */
function named(downloads: readonly Download[], texts: readonly string[]): readonly Download[] | undefined {
	try {
		return matchEvery(downloads, texts);
	} catch (error) {
		if (error instanceof CommandFailure && error.exitCode === exitCodes.notFound) return undefined;
		throw error;
	}
}

function queryOf(text: string): Query<Download> {
	return readQuery(text, { fields: downloadFields, nameOf: nameOrInfohash, now: Date.now() });
}

/** Returns the filter, and a line that points at a part of it. */
function pointer(text: string, { from, to }: { readonly from: number; readonly to: number }): string[] {
	if (text.length > MAX_SHOWN_LENGTH) return [sanitize(text.slice(from, to), MAX_SHOWN_LENGTH)];
	const before = width(sanitize(text.slice(0, from)));
	const length = Math.max(1, width(sanitize(text.slice(from, to))));
	return [sanitize(text), `${' '.repeat(before)}${'^'.repeat(length)}`];
}
