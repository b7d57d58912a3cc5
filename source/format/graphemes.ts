let segmenter: Intl.Segmenter | undefined;

/**
 * Characters that never join each other: ASCII, Latin letters, punctuation, signs, lines and blocks, kana, ideographs,
 * Hangul syllables.
 */
const single =
	/^[ -~\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027\u2190-\u2bff\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff\uac00-\ud7a3]*$/;

/** Yields the grapheme clusters of a text. The segmenter is created on first use, because that is slow. */
export function* graphemes(text: string): Generator<string> {
	if (single.test(text)) yield* text;
	else {
		segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
		for (const { segment } of segmenter.segment(text)) yield segment;
	}
}
