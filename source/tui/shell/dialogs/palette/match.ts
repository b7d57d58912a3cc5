import type { Command } from '../../../surfaces/command.ts';

/** Grades of a match, by its position: start of a word of the title, start of another word, within a word, in a key. */
const grades = { beginning: 0, other: 1, within: 2, key: 3 } as const;

/**
 * Grades how well a command matches the typed text (lower case, words in any order). Lower is better, 0 is a completely
 * typed key; undefined when a word is missing.
 */
export function matchOf(
	typed: string,
	{ title, words: others = '' }: Pick<Command, 'title' | 'words'>,
	keys: readonly string[],
): number | undefined {
	if (typed === '') return 0;
	const words = typed.split(/\s+/);
	const text = title.toLowerCase();
	const titleWords = wordsOf(text);
	const otherWords = wordsOf(others);
	const graded = words.map((word) => {
		if (titleWords.some((each) => each.startsWith(word))) return grades.beginning;
		if (otherWords.some((each) => each.startsWith(word))) return grades.other;
		if (text.includes(word)) return grades.within;
		return keys.some((key) => key.toLowerCase().includes(word)) ? grades.key : undefined;
	});
	if (keys.some((key) => key.toLowerCase() === typed)) return 0;
	if (graded.includes(undefined)) return undefined;
	const worst = Math.max(...graded.map((grade) => grade ?? 0));
	const first = text.startsWith(words[0] ?? '') ? 0 : 1;
	return 1 + worst * 2 + first;
}

function wordsOf(text: string): string[] {
	return text.split(/[^\p{L}\p{N}]+/u);
}
