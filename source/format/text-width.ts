import { eastAsianWidth } from 'get-east-asian-width';
import { graphemes } from './graphemes.ts';

/**
 * Returns the width of a text in cells, by the rules of the package string-width (8.3, Unicode 17). A test compares
 * both. The package takes 35 ms to load, because it builds the set of all emoji and a segmenter. First screens need
 * neither.
 */
export function textWidth(text: string): number {
	let width = 0;
	if (/^[ -~]*$/.test(text)) return text.length;
	for (const cluster of graphemes(text)) width += clusterWidth(cluster);
	return width;
}

/** Returns the width of one grapheme cluster in cells; 0 if it is invisible. */
export function clusterWidth(cluster: string): number {
	const visible = cluster.slice(firstVisible(cluster));
	const base = visible.codePointAt(0);
	if (base === undefined) return 0;
	if (isEmoji(cluster)) return 2;
	if (isJamo(base)) return hangulWidth(visible);
	let width = eastAsianWidth(base);
	for (const character of [...visible].slice(1)) {
		const shows = /\p{Mc}/u.test(character) || (character >= '\uff00' && character <= '\uffef');
		if (shows) width += eastAsianWidth(character.codePointAt(0) ?? 0);
	}
	return width;
}

const shows = /[^\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Mn}\p{Me}\p{Cs}]/u;

function firstVisible(cluster: string): number {
	const index = cluster.search(shows);
	return index < 0 ? cluster.length : index;
}

const anyEmoji = '^\\p{RGI_Emoji}$';
let emoji: RegExp | undefined;

function isEmoji(cluster: string): boolean {
	// A single code point has its East Asian width.
	if (cluster.length === String.fromCodePoint(cluster.codePointAt(0) ?? 0).length) return false;
	// The set of all emoji takes 20 ms to build.
	emoji ??= new RegExp(anyEmoji, 'v');
	if (emoji.test(cluster)) return true;
	if (cluster.length > 50) return false;
	if (/^[\d#*]\u20e3$/.test(cluster)) return true;
	return cluster.includes('\u200d') && (cluster.match(/\p{Extended_Pictographic}/gu)?.length ?? 0) >= 2;
}

/**
 * Returns the width of Hangul: leading, vowel and trailing letters form one syllable of two cells; other letters
 * count separately.
 */
function hangulWidth(visible: string): number {
	const codes = [...visible]
		.filter((character) => shows.test(character))
		.map((character) => character.codePointAt(0) ?? 0);
	let width = 0;
	for (let index = 0; index < codes.length; index++) {
		const code = codes[index] ?? 0;
		if (!isJamo(code)) return codes.slice(index).reduce((sum, rest) => sum + eastAsianWidth(rest), width);
		if (isLeading(code) && isVowel(codes[index + 1])) {
			index += isTrailing(codes[index + 2]) ? 2 : 1;
			width += 2;
		} else width += eastAsianWidth(code);
	}
	return width;
}

function isJamo(code: number): boolean {
	return isLeading(code) || isVowel(code) || isTrailing(code);
}

function isLeading(code: number): boolean {
	return within(code, 0x1100, 0x115f) || within(code, 0xa960, 0xa97c);
}

function isVowel(code = 0): boolean {
	return within(code, 0x1160, 0x11a7) || within(code, 0xd7b0, 0xd7c6);
}

function isTrailing(code = 0): boolean {
	return within(code, 0x11a8, 0x11ff) || within(code, 0xd7cb, 0xd7fb);
}

function within(code: number, first: number, last: number): boolean {
	return code >= first && code <= last;
}
