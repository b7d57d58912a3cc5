import { basename, dirname, join } from 'node:path';
import type { AddDialog } from './adding.ts';
import type { AddingData } from './adding-data.ts';
import { MAX_SOURCES } from './find-sources.ts';
import type { Folder, FolderEntry } from './local-files.ts';
import type { Source } from './source.ts';

/** Reasons why a pattern names no files. */
export const patternFaults = {
	reading: 'reading the folder…',
	noMatch: 'no .torrent file matches',
	unreadable: (why: string) => `cannot read its folder: ${why}`,
} as const;

/** Returns all sources of the dialog. Patterns like *.torrent in the typed line are expanded. */
export function sourcesOf(state: AddingData, dialog: AddDialog): readonly Source[] {
	const { addedSources, typed } = dialog;
	if (typed.length === 0) return addedSources;
	if (!typed.some(isPattern)) return [...addedSources, ...typed];
	const known = new Set(addedSources.map(({ uri }) => uri));
	const expanded = typed.flatMap((source) => expand(state, source));
	const added = expanded.filter(({ uri }) => !known.has(uri));
	return [...addedSources, ...(added.length > 0 ? added : typed.slice(0, 1))].slice(0, MAX_SOURCES);
}

/** Returns the folders that the patterns of the typed line need. */
export function foldersOfPatterns({ typed }: AddDialog): readonly string[] {
	return typed.filter(isPattern).map(({ uri }) => dirname(uri));
}

/** Whether a source is a path whose file name has * or ?. */
function isPattern({ kind, uri }: Source): boolean {
	return kind === 'path' && /[*?]/.test(basename(uri));
}

function expand({ adding }: AddingData, source: Source): readonly Source[] {
	if (!isPattern(source)) return [source];
	const { uri } = source;
	const fault = (why: string): readonly Source[] => [{ kind: 'wrong', uri, why }];
	const folder = adding.folders.get(dirname(uri));
	if (!folder) return fault(patternFaults.reading);
	if (folder.status === 'failed') return fault(patternFaults.unreadable(folder.why));
	const found = matches(folder, uri);
	return found.length > 0 ? found : fault(patternFaults.noMatch);
}

const lastMatches = new WeakMap<Folder, { readonly pattern: string; readonly sources: readonly Source[] }>();

/** Returns the .torrent files of a folder that a pattern matches. Memoized by folder for the last pattern. */
function matches(folder: Folder & { readonly status: 'read' }, pattern: string): readonly Source[] {
	const last = lastMatches.get(folder);
	if (last?.pattern === pattern) return last.sources;
	const sources = namesMatching(folder.entries, basename(pattern)).map(
		(name): Source => ({ kind: 'path', uri: join(dirname(pattern), name) }),
	);
	lastMatches.set(folder, { pattern, sources });
	return sources;
}

/** Returns the names that a pattern matches: * is any text, ? one character. Hidden files need a leading dot. */
function namesMatching(entries: readonly FolderEntry[], pattern: string): readonly string[] {
	const files = entries.filter(({ isFolder }) => !isFolder).map(({ name }) => name);
	// A file may have a * in its name.
	if (files.includes(pattern)) return [pattern];
	const isHidden = pattern.startsWith('.');
	const names = files.filter((name) => name.startsWith('.') === isHidden && isMatch(name, pattern));
	return names.slice(0, MAX_SOURCES);
}

/** Whether a pattern matches a whole name. Takes linear time for each *, unlike a regular expression. */
function isMatch(name: string, pattern: string): boolean {
	let [at, inPattern, star, afterStar] = [0, 0, -1, 0];
	while (at < name.length) {
		const sign = pattern[inPattern];
		if (sign === '*') {
			star = inPattern++;
			afterStar = at;
		} else if (sign === '?' || sign === name[at]) {
			at++;
			inPattern++;
		} else if (star >= 0) {
			inPattern = star + 1;
			at = ++afterStar;
		} else return false;
	}
	return /^\**$/.test(pattern.slice(inPattern));
}
