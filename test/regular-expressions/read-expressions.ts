import { readFileSync } from 'node:fs';
import { parseAst } from 'rolldown/parseAst';

/** The regular expressions of a file. */
export interface Expressions {
	/** Literals as written: '/a+/g'. */
	readonly literals: readonly string[];
	/** Calls that build one at run time, as written: 'new RegExp(text)'. */
	readonly built: readonly string[];
}

/** Reads the regular expressions of a TypeScript file from its syntax tree. */
export function readExpressions(file: string): Expressions {
	const text = readFileSync(file, 'utf8');
	const literals: string[] = [];
	const built: string[] = [];
	const visit = (node: object) => {
		if ('regex' in node && 'raw' in node) literals.push(String(node.raw));
		else if (isConstruction(node)) built.push(text.slice(node.start, node.end));
		for (const child of Object.values(node)) if (typeof child === 'object' && child !== null) visit(child);
	};
	visit(parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }).body);
	return { literals, built };
}

function isConstruction(node: object): node is { readonly start: number; readonly end: number } {
	if (!('type' in node && 'callee' in node && 'start' in node && 'end' in node)) return false;
	const { type, callee } = node;
	if (type !== 'NewExpression' && type !== 'CallExpression') return false;
	return typeof callee === 'object' && callee !== null && 'name' in callee && callee.name === 'RegExp';
}
