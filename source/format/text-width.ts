import { graphemes } from './graphemes.ts';

/**
 * Returns the width of a text in cells, by the rules of the package string-width (8.3, Unicode 17); a test compares
 * them. The package takes 35 ms to load, most of a start, because it builds the set of all emoji and a segmenter.
 * First screens need neither.
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
	let width = codePointWidth(base);
	for (const character of [...visible].slice(1)) {
		const shows = /\p{Mc}/u.test(character) || (character >= '\uff00' && character <= '\uffef');
		if (shows) width += codePointWidth(character.codePointAt(0) ?? 0);
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
	// An emoji of one code point is wide by its own.
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
		if (!isJamo(code)) return codes.slice(index).reduce((sum, rest) => sum + codePointWidth(rest), width);
		if (isLeading(code) && isVowel(codes[index + 1])) {
			index += isTrailing(codes[index + 2]) ? 2 : 1;
			width += 2;
		} else width += codePointWidth(code);
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

function codePointWidth(code: number): 1 | 2 {
	if (code < 0x1100) return 1;
	ranges ??= wide.split(' ').map((range) => range.split('-').map((end) => Number.parseInt(end, 16)));
	let low = 0;
	let high = ranges.length - 1;
	while (low <= high) {
		const middle = (low + high) >> 1;
		const [first = 0, last = first] = ranges[middle] ?? [];
		if (code < first) high = middle - 1;
		else if (code > last) low = middle + 1;
		else return 2;
	}
	return 1;
}

let ranges: number[][] | undefined;

/** The code points of two cells: East Asian Width W and F of Unicode 17. */
const wide =
	'1100-115f 231a-231b 2329-232a 23e9-23ec 23f0 23f3 25fd-25fe 2614-2615 2630-2637 2648-2653 267f ' +
	'268a-268f 2693 26a1 26aa-26ab 26bd-26be 26c4-26c5 26ce 26d4 26ea 26f2-26f3 26f5 26fa 26fd 2705 ' +
	'270a-270b 2728 274c 274e 2753-2755 2757 2795-2797 27b0 27bf 2b1b-2b1c 2b50 2b55 2e80-2e99 ' +
	'2e9b-2ef3 2f00-2fd5 2ff0-303e 3041-3096 3099-30ff 3105-312f 3131-318e 3190-31e5 31ef-321e ' +
	'3220-3247 3250-a48c a490-a4c6 a960-a97c ac00-d7a3 f900-faff fe10-fe19 fe30-fe52 fe54-fe66 ' +
	'fe68-fe6b ff01-ff60 ffe0-ffe6 16fe0-16fe4 16ff0-16ff6 17000-18cda 18cff-18d20 18d80-18df2 ' +
	'18e00-19191 191a0-191d2 1aff0-1aff3 1aff5-1affb 1affd-1affe 1b000-1b128 1b132 1b150-1b152 1b155 ' +
	'1b164-1b168 1b170-1b2fb 1d300-1d356 1d360-1d376 1f004 1f0cf 1f18e 1f191-1f19a 1f1ae 1f200-1f202 ' +
	'1f210-1f23b 1f240-1f248 1f250-1f251 1f260-1f265 1f300-1f320 1f32d-1f335 1f337-1f37c 1f37e-1f393 ' +
	'1f3a0-1f3ca 1f3cf-1f3d3 1f3e0-1f3f0 1f3f4 1f3f8-1f43e 1f440 1f442-1f4fc 1f4ff-1f53d 1f54b-1f54e ' +
	'1f550-1f567 1f57a 1f595-1f596 1f5a4 1f5fb-1f64f 1f680-1f6c5 1f6cc 1f6d0-1f6d2 1f6d5-1f6d9 ' +
	'1f6dc-1f6df 1f6eb-1f6ec 1f6f4-1f6fc 1f7da 1f7e0-1f7eb 1f7f0 1f90c-1f93a 1f93c-1f945 1f947-1f9ff ' +
	'1fa70-1fa7c 1fa80-1fac6 1fac8 1facc-1fadd 1fadf-1faeb 1faef-1fafa 20000-2fffd 30000-3fffd';
