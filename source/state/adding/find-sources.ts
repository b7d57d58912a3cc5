import { posix } from 'node:path';
import { withoutEnd } from '../../format/without-end.ts';
import { pathsIn, type WrittenPath } from './paths-in-text.ts';
import { infohashesOf, type Source, sourceOf, type WorkingDirectory } from './source.ts';

/** Sources found in a text. */
interface Found {
	/** Unique, in text order. */
	readonly sources: readonly Source[];
	/** Number of sources beyond `MAX_SOURCES`, which are omitted. */
	readonly omitted: number;
}

/** Maximum number of sources taken at once. */
export const MAX_SOURCES = 1_000;
/** Maximum characters that are searched. */
const MAX_TEXT_LENGTH = 1_000_000;

/** Reasons why a text is no source. */
export const sourceFaults = {
	nothing: 'no magnet link, URL, infohash or path of a .torrent file',
	wrongName: 'the name of a torrent file ends in .torrent',
	notHere: 'not a file on this machine',
	bareName: 'a name among other words: type the path of the file',
} as const;

/** Start of a link at any position of a line. */
const linkStart =
	/magnet:|(?<![=\w])(?:https?|ftp|file):\/\/|(?<![\da-z])(?:[\da-f]{64}|[\da-f]{40})(?![\da-z])/gi;
const wholeLink = /[^\s<>"]+/y;
/** Punctuation after a link that belongs to the surrounding text. */
const TRAILING_PUNCTUATION = '.,;:!?\'"»”’…>';
/** Continuation of a magnet link after a space in its name. */
const magnetContinuation = /^ [^&<>"]{1,200}?&(?:tr|dn|xl|xs|ws|xt|so|x\.pe)(?:\.\d+)?=[^\s<>"]*/i;

/**
 * Finds all sources in a text: magnet links, URLs, infohashes and paths, with or without other text around. A
 * malformed source is returned with the reason.
 */
export function findSources(text: string, place: WorkingDirectory): Found {
	const lines = text.slice(0, MAX_TEXT_LENGTH).split(/[\r\n\u0085\u2028\u2029]+/);
	const found = new Map<string, Source>();
	let omitted = 0;
	for (const line of lines) {
		for (const source of sourcesOf(clean(line), place)) {
			const [key = source.uri] = infohashesOf(source);
			if (found.has(key)) continue;
			if (found.size < MAX_SOURCES) found.set(key, source);
			else omitted++;
		}
	}
	return { sources: [...found.values()], omitted };
}

/** Finds sources in a line that is being typed; also reports incomplete ones. */
export function findTyped(text: string, place: WorkingDirectory): readonly Source[] {
	const { sources } = findSources(text, place);
	const typed = text.trim();
	if (sources.length > 0 || typed === '') return sources;
	return [{ kind: 'wrong', uri: typed, why: sourceFaults.nothing }];
}

function clean(line: string): string {
	return line
		.replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ')
		.replaceAll('&amp;', '&')
		.trim();
}

function sourcesOf(line: string, place: WorkingDirectory): readonly Source[] {
	const starts = [...line.matchAll(linkStart)].map(({ index }) => index);
	const sources: Source[] = [];
	let end = 0;
	let read = 0;
	const takePaths = (until: number) => {
		for (const written of pathsIn(line.slice(read, until), read === 0 && until === line.length))
			sources.push(writtenSource(written, place));
	};
	for (const [at, start] of starts.entries()) {
		// For example an infohash within a link.
		if (start < end) continue;
		const link = linkAt(line, starts, at);
		const source = /^file:/i.test(link) ? fileSource(link, place) : sourceOf(link);
		// A path that contains an infohash is not split.
		if (source?.kind === 'infohash' && isWithinPath(line, start, start + link.length)) continue;
		end = start + link.length;
		if (!source) continue;
		takePaths(start);
		read = end;
		sources.push(source);
	}
	const whole = sources.length === 0 ? sourceOf(line) : undefined;
	if (whole) return [whole];
	takePaths(line.length);
	return sources;
}

/** Whether the text between two positions of a line continues a path. */
function isWithinPath(line: string, start: number, end: number): boolean {
	return /[/\\\w.~-]/.test(line.charAt(start - 1)) || /^[\w-]*\.torrent\b/i.test(line.slice(end, end + 300));
}

/** Returns the link at one of the start positions, without the text after it. */
function linkAt(line: string, starts: readonly number[], at: number): string {
	const start = starts[at] ?? 0;
	let next = at + 1;
	wholeLink.lastIndex = start;
	let end = start + (wholeLink.exec(line)?.[0].length ?? 0);
	if (/^magnet:/i.test(line.slice(start, start + 7))) {
		for (;;) {
			while ((starts[next] ?? line.length) < end) next++;
			const more = magnetContinuation.exec(line.slice(end, starts[next]));
			if (!more) break;
			end += more[0].length;
		}
	}
	const link = line.slice(start, end);
	// A link alone on its line has no surrounding text.
	return link === line ? link : withoutPunctuation(link);
}

/** Removes trailing punctuation. Keeps a closing bracket only if the link opened it. */
function withoutPunctuation(link: string): string {
	let kept = withoutEnd(link, TRAILING_PUNCTUATION);
	for (const [open, close] of ['()', '[]', '{}']) {
		if (open === undefined || close === undefined) continue;
		if (kept.endsWith(close) && !kept.includes(open))
			kept = withoutEnd(kept.slice(0, -1), TRAILING_PUNCTUATION);
	}
	return kept;
}

function fileSource(link: string, place: WorkingDirectory): Source {
	try {
		const url = new URL(link);
		const path = decodeURIComponent(url.pathname);
		const isHere = url.hostname === '' || url.hostname === 'localhost';
		if (isHere && !path.includes('\0')) return pathSource(path, place);
	} catch {
		// Reported below.
	}
	return { kind: 'wrong', uri: link, why: sourceFaults.notHere };
}

function writtenSource({ path, bare }: WrittenPath, place: WorkingDirectory): Source {
	if (!bare) return pathSource(path, place);
	return { kind: 'wrong', uri: path, why: sourceFaults.bareName };
}

function pathSource(path: string, { folder, home }: WorkingDirectory): Source {
	const uri = posix.resolve(
		folder,
		path.replace(/^~(?=\/|$)/, () => home),
	);
	if (/\.torrent$/i.test(uri)) return { kind: 'path', uri };
	return { kind: 'wrong', uri, why: sourceFaults.wrongName };
}
