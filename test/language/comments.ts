import { tokensOf } from './tokens.ts';

/** A comment without its markers; consecutive line comments are one comment. */
export interface Comment {
	/** Line of its first character, counted from 1. */
	readonly line: number;
	/** Text with its line breaks, so that lines can be counted. */
	readonly text: string;
}

/** Returns the comments of a TypeScript or TSX text. */
export function commentsIn(code: string): readonly Comment[] {
	const found: Comment[] = [];
	let end = -1;
	for (const { kind, text, start, end: after } of tokensOf(code)) {
		if (kind !== 'comment') continue;
		const last = found.at(-1);
		const together = text.startsWith('//') && last !== undefined && end >= 0 && isIndent(code, end, start);
		if (together) found[found.length - 1] = { ...last, text: `${last.text}\n${withoutMarkers(text)}` };
		else found.push({ line: code.slice(0, start).split('\n').length, text: withoutMarkers(text) });
		end = text.startsWith('//') ? after : -1;
	}
	return found;
}

const isIndent = (code: string, from: number, to: number) => /^\n[ \t]*$/.test(code.slice(from, to));

function withoutMarkers(text: string): string {
	return text
		.replace(/^\/\*+|\*+\/$|^\/\/+/g, '')
		.split('\n')
		.map((line) => line.replace(/^\s*\*? ?/, ''))
		.join('\n');
}
