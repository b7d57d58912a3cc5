let segmenter: Intl.Segmenter | undefined;

/** The characters of a text as a reader counts them. Making a segmenter takes a while, so it is made at need. */
export function graphemes(text: string): Intl.Segments {
	segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
	return segmenter.segment(text);
}
