const ascii = /^[\x00-\x7f]*$/;

/**
 * Text as it is looked for: in lower case, accents apart from their letters however they are written, since without
 * them more is found. A sigma depends on what follows it, which must make no difference to who is still typing.
 */
export function fold(text: string): string {
	// Most names are plain, and ten thousand are looked at for each key.
	if (ascii.test(text)) return text.toLowerCase();
	return text.normalize('NFD').toLowerCase().replaceAll('ς', 'σ');
}
