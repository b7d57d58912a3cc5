import { type FileTree, foldName } from './tree.ts';

/**
 * Patterns of paths: `*` is any part of a name, `?` one character, `**` any number of folders, `{a,b}` a choice.
 * Without a slash a pattern matches in every folder, with one from the root. A matching folder includes all files
 * below it. Case is ignored.
 */

/** Maximum alternatives and folders of a pattern. Folders are bits of a number. */
const MAX_ALTERNATIVES = 64;
const MAX_PARTS = 30;

/** Part of a pattern: any number of folders, or the pieces between the stars of a name. */
type Part = '**' | readonly Piece[];

/** Part of a name between two stars, folded. */
interface Piece {
	/** Text before the first question mark, or all of it. */
	readonly head: string;
	/** Code points, with -1 for a question mark; undefined without one. */
	readonly points: readonly number[] | undefined;
}

/** Returns the files that a pattern matches, in tree order; none for an empty pattern. */
export function matchPattern(tree: FileTree, pattern: string): Int32Array {
	const alternatives = alternativesOf(foldName(pattern.trim())).flatMap(partsOf);
	const { text, starts, parents, ends, indices } = tree;
	const count = parents.length;
	const found = new Int32Array(count);
	let length = 0;
	/** By node: bit n means that the first n parts of the pattern match the path up to it. */
	const reached = alternatives.map((parts) => ({
		parts,
		bits: new Int32Array(count),
		begin: withFolders(parts, 1),
	}));
	for (let node = 0; node < count; ) {
		const name = text.slice(starts[node], (starts[node + 1] ?? 0) - 1);
		const parent = parents[node] ?? -1;
		let isLike = false;
		for (const { parts, bits, begin } of reached) {
			const after = step(parts, parent < 0 ? begin : (bits[parent] ?? 0), name);
			bits[node] = after;
			isLike ||= (after & (1 << parts.length)) !== 0;
		}
		const end = isLike ? (ends[node] ?? node + 1) : node + 1;
		for (let at = node; isLike && at < end; at++) if ((indices[at] ?? -1) >= 0) found[length++] = at;
		node = end;
	}
	return found.slice(0, length);
}

/** Returns the parts of a pattern; none if it has too many. */
function partsOf(pattern: string): [Part[]] | [] {
	const path = pattern.includes('/') ? pattern : `**/${pattern}`;
	const parts = path.split('/').filter((part) => part !== '');
	if (parts.length > MAX_PARTS) return [];
	return [parts.map((part) => (part === '**' ? part : part.split(/\*+/).map(pieceOf)))];
}

/** Expands 'a{b,c}' to 'ab' and 'ac'. An empty pattern has no alternative. */
function alternativesOf(pattern: string): string[] {
	if (pattern === '') return [];
	const done: string[] = [];
	const left = [pattern];
	for (let next = left.shift(); next !== undefined; next = left.shift()) {
		const braces = /\{([^{}]*)\}/.exec(next);
		if (!braces || done.length + left.length >= MAX_ALTERNATIVES) {
			done.push(next);
			continue;
		}
		const [whole, inner = ''] = braces;
		const [before, after] = [next.slice(0, braces.index), next.slice(braces.index + whole.length)];
		left.push(...inner.split(',').map((one) => before + one + after));
	}
	return done.slice(0, MAX_ALTERNATIVES);
}

/** Returns the parts that match a path with one more name. */
function step(parts: readonly Part[], bits: number, name: string): number {
	let after = 0;
	for (let at = 0; at < parts.length; at++) {
		if ((bits & (1 << at)) === 0) continue;
		const part = parts[at] ?? '**';
		if (part === '**') after |= 1 << at;
		else if (matchesPieces(name, part)) after |= 1 << (at + 1);
	}
	return withFolders(parts, after);
}

/** Adds the parts after `**`, which also matches no folder. */
function withFolders(parts: readonly Part[], bits: number): number {
	let all = bits;
	for (let at = 0; at < parts.length; at++) {
		if (parts[at] === '**' && (all & (1 << at)) !== 0) all |= 1 << (at + 1);
	}
	return all;
}

/** Whether a name contains these pieces in order. Taking each at its first position finds a match if there is one. */
function matchesPieces(name: string, pieces: readonly Piece[]): boolean {
	const first = pieces[0] ?? nothing;
	const last = pieces[pieces.length - 1] ?? nothing;
	let at = endAt(name, 0, first);
	if (at < 0) return false;
	if (pieces.length === 1) return at === name.length;
	for (let place = 1; place < pieces.length - 1; place++) {
		at = findAfter(name, at, pieces[place] ?? nothing);
		if (at < 0) return false;
	}
	if (!last.points) return name.length - last.head.length >= at && name.endsWith(last.head);
	// A question mark matches at most two units.
	for (at = Math.max(at, name.length - 2 * last.points.length); at <= name.length; at++)
		if (endAt(name, at, last) === name.length) return true;
	return false;
}

const nothing: Piece = { head: '', points: undefined };

function pieceOf(text: string): Piece {
	const mark = text.indexOf('?');
	if (mark < 0) return { head: text, points: undefined };
	const points = Array.from(text, (character) => (character === '?' ? -1 : (character.codePointAt(0) ?? 0)));
	return { head: text.slice(0, mark), points };
}

/** Returns the position after the first occurrence of a piece; -1 if there is none. */
function findAfter(name: string, from: number, piece: Piece): number {
	const { head, points } = piece;
	for (let at = name.indexOf(head, from); at >= 0; at = name.indexOf(head, at + 1)) {
		if (!points) return at + head.length;
		const end = endAt(name, at, piece);
		if (end >= 0) return end;
		// An empty piece would match forever at the end.
		if (at >= name.length) return -1;
	}
	return -1;
}

/** Returns the position after a piece that starts at a position; -1 if it does not match. */
function endAt(name: string, from: number, { head, points }: Piece): number {
	if (!points) return head === '' ? from : name.startsWith(head, from) ? from + head.length : -1;
	let at = from;
	for (const point of points) {
		const there = name.codePointAt(at);
		if (there === undefined || (point >= 0 && point !== there)) return -1;
		at += there > 0xffff ? 2 : 1;
	}
	return at;
}
