/** Treatment of a character of untrusted text in a terminal. */
type Treatment =
	/** Shown as it is. */
	| 'keep'
	/** Shown as a space: a terminal would move its cursor, or draw a space of another width. */
	| 'space'
	/** Replaced by a placeholder: it would control the terminal, or its appearance is unknown. */
	| 'replace'
	/** Removed: it is invisible, and legitimate text contains it too. */
	| 'drop'
	/** Drawn over the character before it. */
	| 'mark'
	/** The joiner of emoji sequences. */
	| 'joiner'
	/** The selector of an emoji's colored form. */
	| 'emoji-form'
	/** A skin tone of the emoji before it. */
	| 'skin-tone';

/**
 * Matches text that needs no further inspection. Each character is harmless and a grapheme of its own. It is one cell
 * wide, or two from U+3000 on, except the replacement character. Included are printable ASCII, common letters and
 * punctuation, arrows, mathematical signs, lines, blocks, shapes, Braille, kana, ideographs and Hangul syllables.
 */
export const plain =
	/^[\x20-\x7e\u00a1-\u00ac\u00ae-\u02ff\u0391-\u03a1\u03a3-\u03ff\u0400-\u0482\u048a-\u052f\u05d0-\u05ea\u0620-\u064a\u0671-\u06d3\u2010-\u2015\u2018-\u2022\u2026\u2190-\u21ff\u2200-\u22ff\u2500-\u25fc\u2605\u2606\u2713-\u2718\u27f3\u2800-\u28ff\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff\uac00-\ud7a3\ufffd]*$/;

/** TAB, LF, VT, FF, CR, NEL and all separators except the ideographic space. */
const blank = /[\t-\r\u0085\p{Zl}\p{Zp}]|(?!\u3000)\p{Zs}/u;

/** Direction overrides. They would show 'gpj.exe' as 'exe.jpg', so a placeholder replaces them. */
const directionOverride = /[\u202a-\u202e\u2066-\u2069]/u;

/** Joiners, direction marks, tags, variation selectors and fillers, which are invisible according to Unicode. */
const invisible = /\p{Default_Ignorable_Code_Point}/u;

/**
 * Controls, lone surrogates, private use, unassigned and noncharacters, remaining format characters, the object
 * replacement character.
 */
const opaque = /[\p{C}\ufffc]/u;

/** Letters that join the next character. No terminal measures such a cluster correctly. */
const prepended =
	/[\u0d4e\u{111c2}\u{111c3}\u{113d1}\u{1193f}\u{11941}\u{11a3a}\u{11a84}-\u{11a89}\u{11d46}\u{11f02}]/u;

/** Combining marks, which have no cell of their own. */
const mark = /[\p{Mn}\p{Me}]/u;

/** Characters that can be joined to an emoji. */
export const pictographic = /\p{Extended_Pictographic}/u;

/** Characters that take a skin tone. */
export const takesSkinTone = /\p{Emoji_Modifier_Base}/u;

/** Characters with a text and an emoji form; digits, # and * have the latter only as keycaps. */
export const hasEmojiForm = /(?![0-9#*])\p{Emoji}/u;

/** Returns the treatment of one character (a code point, or half of a broken pair). */
export function treatmentOf(character: string): Treatment {
	if (character >= ' ' && character <= '~') return 'keep';
	if (blank.test(character)) return 'space';
	if (character === '\u200d') return 'joiner';
	if (character === '\ufe0f') return 'emoji-form';
	if (directionOverride.test(character)) return 'replace';
	if (invisible.test(character)) return 'drop';
	if (opaque.test(character) || prepended.test(character)) return 'replace';
	if (mark.test(character)) return 'mark';
	if (/\p{Emoji_Modifier}/u.test(character)) return 'skin-tone';
	return 'keep';
}
