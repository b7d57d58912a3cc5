/** A part of a TypeScript or TSX text. White space is part of no token. */
export interface Token {
	/** `template`: the text of a template up to its end or the next `${`. `pattern`: a regular expression. */
	readonly kind: 'comment' | 'string' | 'template' | 'pattern' | 'code';
	/** With its delimiters; a template without. */
	readonly text: string;
	/** Index of the first character, and after the last one. */
	readonly start: number;
	readonly end: number;
	/** Whether a part of a template is its first one. */
	readonly isFirst?: boolean;
	/** Whether a part of a template is its last one. */
	readonly isLast?: boolean;
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

/** Iterates over the tokens of a TypeScript or TSX text. */
export function* tokensOf(code: string): Generator<Token> {
	// Depth of braces, and the depths at which a template goes on.
	const templates: number[] = [];
	let depth = 0;
	let before = '';
	let at = 0;
	const read = (pattern: RegExp): string => {
		pattern.lastIndex = at;
		const [text = ''] = pattern.exec(code) ?? [];
		at += text.length;
		return text;
	};
	const template = (isFirst: boolean): Token => {
		const start = at;
		const text = read(templatePart);
		const isLast = !text.endsWith('${');
		if (!isLast) templates.push(depth++);
		before = '`';
		return { kind: 'template', text: text.replace(/(?:`|\$\{)$/, ''), start, end: at, isFirst, isLast };
	};
	while (at < code.length) {
		const start = at;
		const regular = code[at] === '/' && mayBeginRegularExpression(before) ? /^\/[/*>]/ : undefined;
		if (regular !== undefined && !regular.test(code.slice(at, at + 2))) {
			const text = read(regularExpression);
			if (text !== '') {
				before = ')';
				yield { kind: 'pattern', text, start, end: at };
				continue;
			}
		}
		const text = read(token);
		if (text.trim() === '') continue;
		if (text.startsWith('//') || text.startsWith('/*')) {
			yield { kind: 'comment', text, start, end: at };
			continue;
		}
		if (text === '{') depth++;
		if (text === '}') depth--;
		if (text === '`') yield template(true);
		else if (text === '}' && templates.at(-1) === depth) {
			templates.pop();
			yield template(false);
		} else {
			before = text;
			yield { kind: /^['"]./.test(text) ? 'string' : 'code', text, start, end: at };
		}
	}
}

/** Whether a slash after this token begins a regular expression. A slash after `<` closes a JSX element. */
function mayBeginRegularExpression(before: string): boolean {
	return before === '' || operators.has(before) || /^[(,=:[!&|?{};+\-*%>~^]$/.test(before);
}
