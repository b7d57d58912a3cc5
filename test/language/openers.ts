/** A sentence and its line, counted from 1. */
export interface Sentence {
	readonly line: number;
	readonly text: string;
}

/** Words that begin a clause without a subject. */
const opener = /^(?:What|Who|Whoever|Whatever|Of|That|Where)\b(?! (?:is|are) (?:it|this)\?)/;

/** Returns the sentences that begin with a forbidden opener. The part after a colon counts as a sentence. */
export function headlessSentences(text: string, firstLine: number): Sentence[] {
	return sentencesOf(text, firstLine).filter((sentence) => opener.test(sentence.text));
}

/** Returns the sentences of a text; list items and blank lines end a sentence too. */
function sentencesOf(text: string, firstLine: number): Sentence[] {
	return [...text.matchAll(/(?:(?![.!?:]\s|\n[ \t]*(?:\n|[-*|] ))[\s\S])+[.!?:]?/g)].flatMap(
		({ 0: part, index }) => {
			const lead = /^[\s\-*>|]*/.exec(part)?.[0].length ?? 0;
			if (lead === part.length) return [];
			const line = firstLine + text.slice(0, index + lead).split('\n').length - 1;
			return [{ line, text: part.slice(lead).replace(/\s+/g, ' ').trim() }];
		},
	);
}

/** Returns the prose of a Markdown text: blocks of code and headings that are questions are blank. */
export function proseOf(markdown: string): string {
	const blank = (block: string) => block.replace(/[^\n]/g, '');
	return markdown
		.replace(/^```[\s\S]*?^```$/gm, blank)
		.replace(/^#+ .*\?$/gm, blank)
		.replace(/^#+ /gm, '')
		.replace(/ \| /g, '.\t ')
		.replace(/\*\*/g, '');
}
