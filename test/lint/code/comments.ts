/** A comment as the parser returns it. */
interface Comment {
	readonly type: 'Line' | 'Block';
	readonly start: number;
	readonly end: number;
}

/**
 * Returns comments without markers; consecutive line comments are one comment. Line breaks stay, so that lines can be
 * counted.
 */
export function joinComments(
	code: string,
	comments: readonly Comment[],
): readonly { readonly start: number; readonly text: string }[] {
	const found: { start: number; text: string }[] = [];
	let end = -1;
	for (const { type, start, end: after } of comments) {
		const last = found.at(-1);
		const text = withoutMarkers(code.slice(start, after));
		const isNext = type === 'Line' && end >= 0 && /^\n[ \t]*$/.test(code.slice(end, start));
		if (isNext && last !== undefined) last.text += `\n${text}`;
		else found.push({ start, text });
		end = type === 'Line' ? after : -1;
	}
	return found;
}

function withoutMarkers(text: string): string {
	return text
		.replace(/^\/\*+|\*+\/$|^\/\/+/g, '')
		.split('\n')
		.map((line) => line.replace(/^\s*\*? ?/, ''))
		.join('\n');
}
