/** How well a word is found: at the beginning of a word of the title, within one, or in a key. */
const grades = { beginning: 0, within: 1, key: 2 } as const;

/**
 * How well a command has what was typed (in lower case), words in any order: the less the better, 0 for a key that was
 * typed whole; undefined when a word is missing.
 */
export function matchOf(typed: string, title: string, keys: readonly string[]): number | undefined {
	if (typed === '') return 0;
	const words = typed.split(/\s+/);
	const text = title.toLowerCase();
	const titleWords = text.split(/[^\p{L}\p{N}]+/u);
	const graded = words.map((word) => {
		if (titleWords.some((each) => each.startsWith(word))) return grades.beginning;
		if (text.includes(word)) return grades.within;
		return keys.some((key) => key.toLowerCase().includes(word)) ? grades.key : undefined;
	});
	if (keys.some((key) => key.toLowerCase() === typed)) return 0;
	if (graded.includes(undefined)) return undefined;
	const worst = Math.max(...graded.map((grade) => grade ?? 0));
	const first = text.startsWith(words[0] ?? '') ? 0 : 1;
	return 1 + worst * 2 + first;
}
