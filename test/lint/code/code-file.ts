import { type ESTree, parseSync, Visitor } from 'rolldown/utils';
import { joinComments } from './comments.ts';
import { type Import, importOf } from './imports.ts';

/** A part of a file. */
export interface Part {
	/** Line of its first character, counted from 1. */
	readonly line: number;
	readonly text: string;
}

/** A string, a part of a template, or a regular expression. */
export interface Literal {
	/** Line of its first character, counted from 1. */
	readonly line: number;
	/** Texts without escapes; several of a regular expression, between its operators and full stops. */
	readonly texts: readonly string[];
	/** Whether it is the title of a test. */
	readonly isTitle: boolean;
}

/** The facts about a file that rules examine. The syntax tree is not kept: those of all files are large. */
export interface CodeFile {
	readonly path: string;
	readonly imports: readonly Import[];
	/** Comments without markers; consecutive line comments are one comment. */
	readonly comments: readonly Part[];
	readonly literals: readonly Literal[];
	/** Regular expressions as written: '/a+/g'. */
	readonly expressions: readonly Part[];
	/** Calls that build a regular expression at run time, as written: 'new RegExp(text)'. */
	readonly builtExpressions: readonly Part[];
	/** Values of the switches with a default: 'message.type'. */
	readonly defaults: readonly Part[];
	/** Awaits of a fixed time, as written. */
	readonly sleeps: readonly Part[];
}

/** Parses a TypeScript or JavaScript file. */
export function readCode(path: string, code: string): CodeFile {
	const { program, comments, errors } = parseSync(path, code, { preserveParens: false });
	if (errors[0] !== undefined) throw new Error(`Cannot parse ${path}: ${errors[0].message}`);
	const lineOf = lineCounter(code);
	const partOf = ({ start, end }: ESTree.Span): Part => ({
		line: lineOf(start),
		text: code.slice(start, end),
	});
	const imports: Import[] = [];
	const literals: Literal[] = [];
	const expressions: Part[] = [];
	const builtExpressions: Part[] = [];
	const defaults: Part[] = [];
	const sleeps: Part[] = [];
	/** Indices of the literals that are titles. */
	const titles = new Set<number>();
	const timers = new Set(timerNames);
	const addImport = (
		start: number,
		specifier: string | undefined,
		kind: Pick<Import, 'typeOnly' | 'isDynamic'>,
	) => {
		if (specifier !== undefined) imports.push(importOf(path, lineOf(start), specifier, kind));
	};
	const addLiteral = (start: number, ...texts: readonly string[]) =>
		literals.push({ line: lineOf(start), texts, isTitle: titles.has(start) });
	const addCall = (node: ESTree.CallExpression | ESTree.NewExpression) => {
		if (isNamed(node.callee, 'RegExp')) builtExpressions.push(partOf(node));
	};

	new Visitor({
		ImportDeclaration: ({ start, source, importKind, specifiers }) => {
			addImport(start, source.value, { typeOnly: importKind === 'type', isDynamic: false });
			if (source.value !== 'node:timers/promises') return;
			for (const one of specifiers)
				if (one.type === 'ImportSpecifier' && 'name' in one.imported && one.imported.name === 'setTimeout')
					timers.add(one.local.name);
		},
		ExportNamedDeclaration: ({ start, source, exportKind }) =>
			addImport(start, source?.value, { typeOnly: exportKind === 'type', isDynamic: false }),
		ExportAllDeclaration: ({ start, source, exportKind }) =>
			addImport(start, source.value, { typeOnly: exportKind === 'type', isDynamic: false }),
		ImportExpression: ({ start, source }) =>
			addImport(start, constantOf(source), { typeOnly: false, isDynamic: true }),
		TSImportType: ({ start, source }) => addImport(start, source.value, { typeOnly: true, isDynamic: true }),
		CallExpression: (node) => {
			const [first] = node.arguments;
			addCall(node);
			if (isNamed(node.callee, 'require') && first !== undefined)
				addImport(node.start, constantOf(first), { typeOnly: false, isDynamic: true });
			if (isTestFunction(node.callee)) {
				for (const { start } of first?.type === 'TemplateLiteral' ? first.quasis : [first ?? node])
					titles.add(start);
			}
		},
		NewExpression: addCall,
		Literal: (node) => {
			if ('regex' in node) {
				expressions.push(partOf(node));
				addLiteral(node.start, ...textsOf(node.regex.pattern));
			} else if (typeof node.value === 'string') addLiteral(node.start, node.value);
		},
		TemplateElement: ({ start, value }) => addLiteral(start, value.cooked ?? value.raw),
		SwitchStatement: ({ cases, discriminant }) => {
			if (cases.some(({ test }) => test === null)) defaults.push(partOf(discriminant));
		},
		AwaitExpression: (node) => {
			if (isSleep(node.argument, timers)) sleeps.push(partOf(node));
		},
	}).visit(program);
	return {
		path,
		imports,
		comments: joinComments(code, comments).map(({ start, text }) => ({ line: lineOf(start), text })),
		literals,
		expressions,
		builtExpressions,
		defaults,
		sleeps,
	};
}

/** Returns a function that returns the line of an index, counted from 1. */
function lineCounter(code: string): (index: number) => number {
	const ends = [...code.matchAll(/\n/g)].map(({ index }) => index);
	return (index) => {
		let [from, to] = [0, ends.length];
		while (from < to) {
			const middle = (from + to) >> 1;
			if ((ends[middle] ?? 0) < index) from = middle + 1;
			else to = middle;
		}
		return from + 1;
	};
}

/** Functions that wait a fixed time, beside other names of setTimeout. */
const timerNames = ['delay', 'wait', 'sleep', 'setTimeout'];

/** Whether awaiting an expression waits a fixed time: 'delay(5)', 'new Promise((resolve) => setTimeout(resolve, 5))'. */
function isSleep(node: ESTree.Expression, timers: ReadonlySet<string>): boolean {
	if (node.type === 'CallExpression') {
		const { callee } = node;
		// A call of a method waits too: 'delay(5).catch(ignore)'.
		if (callee.type === 'MemberExpression') return isSleep(callee.object, timers);
		return callee.type === 'Identifier' && timers.has(callee.name);
	}
	if (node.type !== 'NewExpression' || !isNamed(node.callee, 'Promise')) return false;
	const [executor] = node.arguments;
	if (executor?.type !== 'ArrowFunctionExpression') return false;
	const { body } = executor;
	const calls =
		body.type === 'BlockStatement'
			? body.body.flatMap((one) => (one.type === 'ExpressionStatement' ? [one.expression] : []))
			: [body];
	return calls.some((call) => call.type === 'CallExpression' && isNamed(call.callee, 'setTimeout'));
}

/** Whether a callee is a function of vitest that takes a title: 'test', 'describe.each(all)'. */
function isTestFunction(callee: ESTree.Expression): boolean {
	if (callee.type === 'CallExpression') return isTestFunction(callee.callee);
	if (callee.type === 'MemberExpression') return isTestFunction(callee.object);
	return ['describe', 'it', 'test'].some((name) => isNamed(callee, name));
}

function isNamed(node: ESTree.Expression, name: string): boolean {
	return node.type === 'Identifier' && node.name === name;
}

/** Returns the value of a string, or of a template without expressions. */
function constantOf(node: ESTree.Argument): string | undefined {
	if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
	if (node.type === 'TemplateLiteral' && node.quasis.length === 1)
		return node.quasis[0]?.value.cooked ?? undefined;
	return undefined;
}

/** Returns the texts that a regular expression has between its operators and full stops. */
function textsOf(pattern: string): readonly string[] {
	return pattern.split(/\\?[.[\](){}|*+?^$]+|\\[a-zA-Z]/).map((part) => part.replace(/\\(.)/g, '$1'));
}
