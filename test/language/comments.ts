/** A comment without its markers; consecutive line comments are one comment. */
export interface Comment {
	/** Line of its first character, counted from 1. */
	readonly line: number;
	/** Text with its line breaks, so that lines can be counted. */
	readonly text: string;
}

/**
 * Strings and templates come before comments: a comment marker inside of them is text. A template ends at its last
 * backtick or at `${`; the code in the braces is read as code.
 */
const token = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|\/\/[^\n]*|\/\*[\s\S]*?\*\/|[\w$]+|\s+|[\s\S]/y;
const templatePart = /(?:\\[\s\S]|\$(?!\{)|[^`\\$])*(?:`|\$\{|$)/y;
const regularExpression = /\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/[a-z]*/y;

/** After these words a slash begins a regular expression, not a division. */
const operators = new Set(['return', 'typeof', 'case', 'in', 'of', 'do', 'else', 'void', 'await', 'yield']);

/** Returns the comments of a TypeScript or TSX text. */
export function commentsIn(code: string): readonly Comment[] {
	const found: Comment[] = [];
	// Depth of braces, and the depths at which a template goes on.
	const templates: number[] = [];
	let depth = 0;
	let before = '';
	let at = 0;
	let end = -1;
	const read = (pattern: RegExp): string => {
		pattern.lastIndex = at;
		const [text = ''] = pattern.exec(code) ?? [];
		at += text.length;
		return text;
	};
	const template = () => {
		if (read(templatePart).endsWith('${')) templates.push(depth++);
		before = '`';
	};
	while (at < code.length) {
		const start = at;
		const regular = code[at] === '/' && mayBeginRegularExpression(before) ? /^\/[/*>]/ : undefined;
		if (regular !== undefined && !regular.test(code.slice(at, at + 2)) && read(regularExpression) !== '') {
			before = ')';
			continue;
		}
		const text = read(token);
		if (text.startsWith('//') || text.startsWith('/*')) {
			const last = found.at(-1);
			const together = text.startsWith('//') && last !== undefined && end >= 0 && isIndent(code, end, start);
			if (together) found[found.length - 1] = { ...last, text: `${last.text}\n${withoutMarkers(text)}` };
			else found.push({ line: code.slice(0, start).split('\n').length, text: withoutMarkers(text) });
			end = text.startsWith('//') ? at : -1;
			continue;
		}
		if (text.trim() === '') continue;
		if (text === '{') depth++;
		if (text === '}') depth--;
		if (text === '`') template();
		else if (text === '}' && templates.at(-1) === depth) {
			templates.pop();
			template();
		} else before = text;
	}
	return found;
}

const isIndent = (code: string, from: number, to: number) => /^\n[ \t]*$/.test(code.slice(from, to));

/** Whether a slash after this token begins a regular expression. A slash after `<` closes a JSX element. */
function mayBeginRegularExpression(before: string): boolean {
	return before === '' || operators.has(before) || /^[(,=:[!&|?{};+\-*%>~^]$/.test(before);
}

function withoutMarkers(text: string): string {
	return text
		.replace(/^\/\*+|\*+\/$|^\/\/+/g, '')
		.split('\n')
		.map((line) => line.replace(/^\s*\*? ?/, ''))
		.join('\n');
}
