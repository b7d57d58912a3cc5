import type { Part } from '../code/code-file.ts';
import type { Finding } from '../finding.ts';
import type { Project } from '../project.ts';

/** Reports sentences of comments and documents that begin with a clause without a subject. */
export function headlessSentences({ code, documents }: Project): readonly Finding[] {
	const prose = [
		...code.flatMap(({ path, comments }) => comments.map(({ line, text }) => ({ path, line, text }))),
		...documents.map(({ path, text }) => ({ path, line: 1, text: proseOf(text) })),
	];
	return prose.flatMap(({ path, ...part }) =>
		sentencesOf(part)
			.filter(({ text }) => opener.test(text))
			.map(({ line, text }) => ({
				file: path,
				line,
				sentence: `'${text}' begins with a clause without a subject.`,
			})),
	);
}

/** Words that begin a clause without a subject. */
const opener = /^(?:What|Who|Whoever|Whatever|Of|That|Where)\b(?! (?:is|are) (?:it|this)\?)/;

/** Returns the sentences of a text; list items, blank lines and colons end a sentence too. */
function sentencesOf({ text, line: firstLine }: Part): readonly Part[] {
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
function proseOf(markdown: string): string {
	const blank = (block: string) => block.replace(/[^\n]/g, '');
	return markdown
		.replace(/^```[\s\S]*?^```$/gm, blank)
		.replace(/^#+ .*\?$/gm, blank)
		.replace(/^#+ /gm, '')
		.replace(/ \| /g, '.\t ')
		.replace(/\*\*/g, '');
}
