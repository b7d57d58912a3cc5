const ascii = /^[\x00-\x7f]*$/;

/**
 * Folds text for search: lower case, accents separate from their letters, so that searches without accents match. All
 * forms of sigma are equal, because its form depends on the next letter.
 */
export function fold(text: string): string {
	// Fast path, because each key tests ten thousand names.
	if (ascii.test(text)) return text.toLowerCase();
	return text.normalize('NFD').toLowerCase().replaceAll('ς', 'σ');
}
