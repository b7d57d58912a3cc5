import { clusterWidth } from '../../format/text-width.ts';

/**
 * Glyphs as numbers, so that cells compare as integers.
 *
 * A glyph is a grapheme cluster. Of one code point it is that code point; longer ones are interned above the
 * range of Unicode. The table is bounded: text comes from strangers, and every cluster kept is kept for ever.
 */

/** A space. */
export const blankGlyph = 0x20;
/** What the cells behind the first one of a wide glyph hold. */
export const continuationGlyph = 0;
/** No glyph at all: what is on the terminal is not known. Equal to no glyph that is painted. */
export const unknownGlyph = -1;

/** A letter by its number, but it does not show. */
const softHyphen = 0xad;

const firstCluster = 0x110000;
const clusterLimit = 65_536;
/** The longest emoji sequences take about 30 code units; what is longer is a pile of combining marks. */
const clusterLength = 32;

const clusters: string[] = [];
const clusterIds = new Map<string, number>();
const widths = new Map<number, number>();
const excesses = new Map<number, number>();

/** The glyph of a grapheme cluster (not empty). */
export function glyphOf(cluster: string): number {
	const first = cluster.codePointAt(0) ?? blankGlyph;
	if (cluster.length === (first > 0xffff ? 2 : 1)) return first;
	const known = clusterIds.get(cluster);
	if (known !== undefined) return known;
	if (cluster.length > clusterLength) return glyphOf(shorten(cluster));
	if (clusters.length >= clusterLimit) return first;
	const id = firstCluster + clusters.length;
	clusters.push(cluster);
	clusterIds.set(cluster, id);
	return id;
}

/** The text of a glyph, as it is written to a terminal. */
export function glyphText(glyph: number): string {
	return glyph >= firstCluster ? (clusters[glyph - firstCluster] ?? ' ') : String.fromCodePoint(glyph);
}

/** How many columns a glyph takes: 0 for what does not show. */
export function glyphWidth(glyph: number): number {
	const known = widths.get(glyph);
	if (known !== undefined) return known;
	const width = isSurelyNarrow(glyph) ? 1 : clusterWidth(glyphText(glyph));
	widths.set(glyph, width);
	return width;
}

/**
 * How many columns more than we do a terminal may take for a glyph that is not certain: at least one, and where it
 * gives every code point cells of its own as many as those take together.
 */
export function mostExcess(glyph: number): number {
	const known = excesses.get(glyph);
	if (known !== undefined) return known;
	const apart = [...glyphText(glyph)].reduce((sum, character) => sum + clusterWidth(character), 0);
	const excess = Math.max(1, apart - glyphWidth(glyph));
	excesses.set(glyph, excess);
	return excess;
}

/**
 * Whether every terminal takes one column for this glyph: ASCII, the letters of Latin, Greek and Cyrillic,
 * common punctuation, box drawing, blocks and braille. After any other glyph the cursor may be elsewhere
 * than we think. None of them joins with another one of them.
 */
export function isSurelyNarrow(glyph: number): boolean {
	return (
		(glyph >= 0x20 && glyph < 0x7f) ||
		(glyph >= 0x2500 && glyph < 0x25a0) ||
		(glyph >= 0xa1 && glyph < 0x250 && glyph !== softHyphen) ||
		(glyph >= 0x370 && glyph < 0x483) ||
		(glyph >= 0x48a && glyph < 0x530) ||
		(glyph >= 0x2010 && glyph < 0x2028) ||
		(glyph >= 0x2800 && glyph < 0x2900)
	);
}

/** Whether every terminal takes two columns for this glyph: ideographs, kana, hangul syllables. */
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
	const cut = cluster.slice(0, clusterLength);
	const last = cut.charCodeAt(clusterLength - 1);
	return last >= 0xd800 && last < 0xdc00 ? cut.slice(0, -1) : cut;
}
