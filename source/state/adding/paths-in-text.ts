/** A path as written in a text, without quotes around it. */
export interface WrittenPath {
	readonly path: string;
	/** Whether it is only a file name among other words, so that its folder is unknown. */
	readonly bare: boolean;
}

/** Start of an explicit path: after a blank, a bracket or a quote. */
const pathStart = /(?<=^|(?<!\\)[\s(<[{,;=:])(?:~?\/|\.{1,2}\/)(?=\S)/g;
/**
 * Quoted text, as shells and people write it. It contains no other opening quote, so that text after an unclosed one is
 * scanned once.
 */
const quoted =
	/(?<=^|[\s(<[{,;=:])(?:'((?:[^']|'\\''){1,4096})'|"([^"]{1,4096})"|“([^“”]{1,4096})”|‘([^‘’]{1,4096})’|«([^«»]{1,4096})»)(?=$|[\s)>\]},;:.!?])/g;
/** End of a torrent file name, and the punctuation that may follow it. */
const nameEnd = /\.torrent(?=$|[\s'"»”’)\]}>,;:!?…]|\.(?:\s|$))/gi;
const blank = /(?<!\\)\s/g;

/**
 * Returns the paths in a piece of a line: typed, dropped on the terminal, quoted or escaped, alone or among words.
 * Includes paths that are no torrent files, so that the reason can be reported. `isLine`: the piece is the whole
 * line, so blanks belong to the name.
 */
export function pathsIn(text: string, isLine: boolean): readonly WrittenPath[] {
	const trimmed = text.trim();
	if (trimmed === '') return [];
	const quotes = quotedPaths(trimmed);
	// Quoted text is already read; replace it by newlines of the same length, which no path contains.
	const pieces: string[] = [];
	let read = 0;
	for (const { at, length } of quotes) {
		pieces.push(trimmed.slice(read, at), '\n'.repeat(length));
		read = at + length;
	}
	const rest = pieces.join('') + trimmed.slice(read);
	const found: Placed[] = [...quotes, ...plainPaths(rest, isLine)];
	if (found.length === 0) return namesIn(trimmed, isLine);
	return found.toSorted((one, other) => one.at - other.at);
}

interface Placed extends WrittenPath {
	readonly at: number;
	/** Characters in the text. */
	readonly length: number;
}

function quotedPaths(text: string): readonly Placed[] {
	if (!/['"“‘«]/.test(text)) return [];
	return [...text.matchAll(quoted)].flatMap((match): Placed[] => {
		const inside = (match.slice(1).find((part) => part !== undefined) ?? '').replaceAll("'\\''", "'");
		const isPath = /^(~?\/|\.{1,2}\/)\S/.test(inside) || /\.torrent$/i.test(inside);
		if (!isPath || inside.includes('://')) return [];
		return [{ path: inside, bare: false, at: match.index, length: match[0].length }];
	});
}

function plainPaths(text: string, isLine: boolean): readonly Placed[] {
	const starts = [...text.matchAll(pathStart)].map(({ index }) => index);
	if (starts.length === 0) return [];
	const ends = [...text.matchAll(nameEnd)].map(({ index, 0: end }) => index + end.length);
	const blanks = [...text.matchAll(blank)].map(({ index }) => index);
	const found: Placed[] = [];
	let [nextEnd, nextBlank, nextBreak] = [0, 0, -1];
	for (const [number, start] of starts.entries()) {
		if (nextBreak < start) nextBreak = placeOf('\n', text, start);
		// A path ends at the next path and at quoted text.
		const limit = Math.min(starts[number + 1] ?? text.length, nextBreak);
		while ((ends[nextEnd] ?? text.length + 1) <= start) nextEnd++;
		while ((blanks[nextBlank] ?? text.length) < start) nextBlank++;
		const end = ends[nextEnd];
		const isTorrent = end !== undefined && end <= limit;
		// For example the end of a tag.
		if (!isTorrent && start > 0 && !/\s/.test(text.charAt(start - 1))) continue;
		// Alone on its line, a path includes its spaces. Among words it ends at the first one.
		const isAlone = isLine && start === 0 && limit === text.length;
		const wordEnd = isAlone ? limit : Math.min(limit, blanks[nextBlank] ?? limit);
		const path = text.slice(start, isTorrent ? end : wordEnd);
		found.push({
			path: unescaped(isTorrent || isAlone ? path : path.replace(/[.,;:!?)\]}>'"]{1,9}$/, '')),
			bare: false,
			at: start,
			length: path.length,
		});
	}
	return found;
}

/** Returns the index of a character from a position on; the length of the text if it is absent. */
function placeOf(sign: string, text: string, from: number): number {
	const at = text.indexOf(sign, from);
	return at < 0 ? text.length : at;
}

/** Returns names of torrent files without a folder: each word, the whole line as one name, or one among other words. */
function namesIn(text: string, isLine: boolean): readonly WrittenPath[] {
	const words = text.split(/\s+/);
	const names = words.filter((word) => /[^\s/]\.torrent[.,;:!?)\]}>'"]{0,9}$/i.test(word));
	const whole = (path: string): WrittenPath => ({ path: unescaped(path), bare: false });
	if (names.length === 0) return [];
	if (isLine && names.length === words.length && words.every((word) => /\.torrent$/i.test(word)))
		return words.map(whole);
	if (isLine && names.length === 1 && /\.torrent$/i.test(text)) return [whole(text)];
	return names.map((name) => ({ path: name.replace(/[.,;:!?)\]}>'"]{1,9}$/, ''), bare: true }));
}

function unescaped(path: string): string {
	return path.replace(/\\([^\p{L}\p{N}])/gu, '$1');
}
