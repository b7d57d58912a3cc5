import { style, type Theme, type Token } from '../theme/theme.ts';

/** A part of a row with its look; without a token, a gap between cells. */
export interface Run {
	readonly text: string;
	readonly token: Token | undefined;
}

/** Created for the first match: creating it takes a tenth of the time until the first lines are on the screen. */
let clusters: Intl.Segmenter | undefined;

/** Characters beyond ASCII, with the character before and after. */
const beyondAscii = /[\x20-\x7e]?(?:[^\x20-\x7e]+[\x20-\x7e]?)+/g;

/** Highlights every occurrence of the words, which are in lower case. */
export function withMatches(cell: string, words: readonly string[], theme: Theme, token: Token): string {
	return matchRuns(cell, words, token)
		.map((run) => style(theme, run.token ?? 'normal', run.text))
		.join('');
}

/** Splits a text at the occurrences of the words, which are in lower case. */
export function matchRuns(cell: string, words: readonly string[], token: Token): readonly Run[] {
	if (words.length === 0) return [{ text: cell, token }];
	// As in a filter, a final sigma equals a sigma.
	const lower = cell.toLowerCase().replaceAll('ς', 'σ');
	// In some scripts case mapping changes the length of the text, so indexes do not match.
	if (lower.length !== cell.length) return [{ text: cell, token }];
	const matched = new Uint8Array(cell.length);
	for (const word of words) {
		for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + 1)) {
			matched.fill(1, at, at + word.length);
		}
	}
	// A grapheme cluster has one look. Between two ASCII characters there is always a boundary.
	clusters ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
	for (const { index: begin, 0: run } of cell.matchAll(beyondAscii)) {
		for (const { index, segment } of clusters.segment(run)) {
			const [first, end] = [begin + index, begin + index + segment.length];
			if (matched.subarray(first, end).includes(1)) matched.fill(1, first, end);
		}
	}
	const runs: Run[] = [];
	for (let start = 0; start < cell.length; ) {
		let end = start + 1;
		while (end < cell.length && matched[end] === matched[start]) end++;
		runs.push({ text: cell.slice(start, end), token: matched[start] === 1 ? 'match' : token });
		start = end;
	}
	return runs;
}
