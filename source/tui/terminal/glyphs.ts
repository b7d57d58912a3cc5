import { clusterWidth } from '../../format/text-width.ts';

/**
 * Glyphs as numbers, so that cells compare as integers.
 *
 * A glyph is a grapheme cluster. A cluster of one code point is that code point; longer ones are interned above the
 * range of Unicode. The table is bounded: text is untrusted input, and clusters are never released.
 */

/** A space. */
export const BLANK_GLYPH = 0x20;
/** Content of the cells after the first one of a wide glyph. */
export const CONTINUATION_GLYPH = 0;
/** Unknown content of the terminal. It differs from every painted glyph. */
export const UNKNOWN_GLYPH = -1;

/** A letter by its code point, but invisible. */
const SOFT_HYPHEN = 0xad;

const FIRST_CLUSTER = 0x110000;
const MAX_CLUSTERS = 65_536;
/** The longest emoji sequences take about 30 code units. Longer clusters are stacked combining marks. */
const MAX_CLUSTER_LENGTH = 32;

const clusters: string[] = [];
const clusterIds = new Map<string, number>();
const widths = new Map<number, number>();
const excesses = new Map<number, number>();

/** Returns the glyph of a grapheme cluster (not empty). */
export function glyphOf(cluster: string): number {
	const first = cluster.codePointAt(0) ?? BLANK_GLYPH;
	if (cluster.length === (first > 0xffff ? 2 : 1)) return first;
	const known = clusterIds.get(cluster);
	if (known !== undefined) return known;
	if (cluster.length > MAX_CLUSTER_LENGTH) return glyphOf(shorten(cluster));
	if (clusters.length >= MAX_CLUSTERS) return first;
	const id = FIRST_CLUSTER + clusters.length;
	clusters.push(cluster);
	clusterIds.set(cluster, id);
	return id;
}

/** Returns the text of a glyph, as it is written to a terminal. */
export function glyphText(glyph: number): string {
	return glyph >= FIRST_CLUSTER ? (clusters[glyph - FIRST_CLUSTER] ?? ' ') : String.fromCodePoint(glyph);
}

/** Returns the columns of a glyph, 0 if it is invisible. */
export function glyphWidth(glyph: number): number {
	const known = widths.get(glyph);
	if (known !== undefined) return known;
	const width = isSurelyNarrow(glyph) ? 1 : clusterWidth(glyphText(glyph));
	widths.set(glyph, width);
	return width;
}

/**
 * Returns how many columns more than ours a terminal may use for a glyph of uncertain width. It is at least one.
 * Terminals that give every code point its own cells use their sum.
 */
export function maxExcess(glyph: number): number {
	const known = excesses.get(glyph);
	if (known !== undefined) return known;
	const apart = [...glyphText(glyph)].reduce((sum, character) => sum + clusterWidth(character), 0);
	const excess = Math.max(1, apart - glyphWidth(glyph));
	excesses.set(glyph, excess);
	return excess;
}

/**
 * Whether every terminal uses one column for this glyph: ASCII, Latin, Greek and Cyrillic letters, common punctuation,
 * box drawing, blocks, signs of states and braille. After any other glyph the position of the cursor is uncertain. These glyphs never
 * join each other.
 */
export function isSurelyNarrow(glyph: number): boolean {
	return (
		(glyph >= 0x20 && glyph < 0x7f) ||
		(glyph >= 0x2500 && glyph < 0x25a0) ||
		(glyph >= 0xa1 && glyph < 0x250 && glyph !== SOFT_HYPHEN) ||
		(glyph >= 0x370 && glyph < 0x483) ||
		(glyph >= 0x48a && glyph < 0x530) ||
		// Triangles and the dotted circle, which begin the rows of downloads.
		glyph === 0x25b2 ||
		glyph === 0x25bc ||
		glyph === 0x25cc ||
		(glyph >= 0x2010 && glyph < 0x2028) ||
		(glyph >= 0x2800 && glyph < 0x2900)
	);
}

/** Whether every terminal uses two columns for this glyph: ideographs, kana, hangul syllables. */
export function isSurelyWide(glyph: number): boolean {
	return (
		(glyph >= 0x4e00 && glyph < 0xa000) ||
		(glyph >= 0x3041 && glyph < 0x3097) ||
		(glyph >= 0x30a1 && glyph < 0x30fb) ||
		(glyph >= 0xac00 && glyph < 0xd7a4) ||
		(glyph >= 0xff01 && glyph < 0xff61)
	);
}

function shorten(cluster: string): string {
	const cut = cluster.slice(0, MAX_CLUSTER_LENGTH);
	const last = cut.charCodeAt(MAX_CLUSTER_LENGTH - 1);
	return last >= 0xd800 && last < 0xdc00 ? cut.slice(0, -1) : cut;
}
