import { type Token, tokensOf } from '../language/tokens.ts';

/** A string, a part of a template, or a regular expression in code. */
export interface Literal {
	/** Line of its first character, counted from 1. */
	readonly line: number;
	/** Texts without escapes; several of a regular expression, between its operators and full stops. */
	readonly texts: readonly string[];
	/** Whether it is the title of a test. */
	readonly isTitle: boolean;
}

/** Returns the literals of a TypeScript or TSX text. */
export function literalsIn(code: string): readonly Literal[] {
	const found: Literal[] = [];
	const calls = new Calls();
	// For each open template, whether it is a title.
	const templates: boolean[] = [];
	let line = 1;
	let counted = 0;
	for (const token of tokensOf(code)) {
		const { kind, text, start, isFirst, isLast } = token;
		if (kind === 'comment') continue;
		const isTitle = kind === 'template' && !isFirst ? (templates.pop() ?? false) : calls.isTitleNext;
		if (kind === 'template' && !isLast) templates.push(isTitle);
		calls.take(token);
		if (kind === 'code') continue;
		line += code.slice(counted, start).split('\n').length - 1;
		counted = start;
		found.push({ line, texts: textsOf(kind, text), isTitle });
	}
	return found;
}

function textsOf(kind: Token['kind'], text: string): readonly string[] {
	if (kind === 'string') return [unescaped(text.slice(1, -1))];
	if (kind === 'template') return [unescaped(text)];
	const body = text.slice(1, text.lastIndexOf('/'));
	return body.split(/\\?[.[\](){}|*+?^$]+|\\[a-zA-Z]/).map((part) => part.replace(/\\(.)/g, '$1'));
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

function unescaped(text: string): string {
	return text.replace(
		/\\(?:u\{([\da-f]+)\}|u([\da-f]{4})|x([\da-f]{2})|([\s\S]))/gi,
		(_, long?: string, short?: string, byte?: string, other = '') => {
			const digits = long ?? short ?? byte;
			return digits === undefined
				? (escapes[other] ?? other)
				: String.fromCodePoint(Number.parseInt(digits, 16));
		},
	);
}

/** Follows the calls of code. */
class Calls {
	/** Callees of the open parentheses. */
	readonly #open: string[] = [];
	/** The expression before the next token, which that token may call: 'test.each()'. */
	#callee = '';
	#before = '';
	/** Depth of the type arguments of a callee. */
	#types = 0;

	/** Whether the next token is the first argument of a function of vitest that takes a title. */
	get isTitleNext(): boolean {
		return this.#before === '(' && /^(?:describe|it|test)\b/.test(this.#open.at(-1) ?? '');
	}

	take({ kind, text }: Token): void {
		const before = this.#before;
		this.#before = text;
		if (this.#types > 0 || (text === '<' && /\.(?:each|for)$/.test(this.#callee))) {
			this.#types += text === '<' ? 1 : text === '>' && before !== '=' ? -1 : 0;
			return;
		}
		if (kind !== 'code') this.#callee = '';
		else if (text === '(') this.#open.push(this.#callee);
		else if (text === ')') this.#callee = `${this.#open.pop() ?? ''}()`;
		else if (text === '.') this.#callee += '.';
		else this.#callee = before === '.' ? this.#callee + text : text;
	}
}
