import { describe, expect, test } from 'vitest';
import { readCode } from './code-file.ts';

const read = (code: string) => readCode('source/client/x.tsx', code);

test('readCode names a file that does not parse', () => {
	expect(() => read('const a = ;')).toThrow('Cannot parse source/client/x.tsx');
});

describe('imports', () => {
	test('have every kind', () => {
		const { imports } = read(`import './a.ts';
import b from "./b.ts";
import type { C } from './c.ts';
import { type D, d } from './d.ts';
import * as e from './e.ts';
import f, { type F, g } from './f.ts';
import {
	h,
	i,
} from '../h.ts';
export * from './j.ts';
export type * from './k.ts';
export { l as m } from './l.ts';
export type { N } from './n.ts';
const o = await import('./o.ts');
const p: import('./p.ts').P = q;
import r from '@scope/package/deep';
import s from 'package/deep.js';
import { t } from 'node:fs/promises';
export * as u from './u.ts';
const v = require('./v.ts');
import react, * as w from 'react';
const x = import(\`./x.ts\`);
export const y = import(z);
`);
		expect(
			imports.map(({ line, specifier, typeOnly, isDynamic }) => [line, specifier, typeOnly, isDynamic]),
		).toEqual([
			[1, './a.ts', false, false],
			[2, './b.ts', false, false],
			[3, './c.ts', true, false],
			[4, './d.ts', false, false],
			[5, './e.ts', false, false],
			[6, './f.ts', false, false],
			[7, '../h.ts', false, false],
			[11, './j.ts', false, false],
			[12, './k.ts', true, false],
			[13, './l.ts', false, false],
			[14, './n.ts', true, false],
			[15, './o.ts', false, true],
			[16, './p.ts', true, true],
			[17, '@scope/package/deep', false, false],
			[18, 'package/deep.js', false, false],
			[19, 'node:fs/promises', false, false],
			[20, './u.ts', false, false],
			[21, './v.ts', false, true],
			[22, 'react', false, false],
			[23, './x.ts', false, true],
		]);
		expect(imports.find(({ line }) => line === 7)?.target).toBe('source/h.ts');
		expect(imports.flatMap(({ npm }) => npm ?? [])).toEqual(['@scope/package', 'package', 'react']);
	});

	test('are not in comments and strings', () => {
		const { imports } = read(`// import a from './a.ts';
/* import b from './b.ts';
import c from './c.ts'; */
const glob = "/*"; import('./real.ts'); const end = "*/";
export const text = 'import d from "./d.ts"';
`);
		expect(imports.map(({ specifier }) => specifier)).toEqual(['./real.ts']);
	});
});

describe('comments', () => {
	test.each([
		["const a = 'x'; // one", ['one']],
		['const a = \'https://x\'; const b = "/* no */";', []],
		['const a = /\\/\\/[/*]/.test(b) ? 1 / 2 : 3 / 4; // one', ['one']],
		// biome-ignore lint/suspicious/noTemplateCurlyInString: This is code in a string.
		['const a = `// no ${b /* one */ + `// ${{ c }}`} // no`; /** two */', ['one', 'two']],
		['// one\n// goes on\n\n// two\nf(); // three\n', ['one\ngoes on', 'two', 'three']],
		['/**\n * One.\n * Two.\n */', ['One.\nTwo.']],
		["a = <Text a={/x'/}>don't // no</Text> // one", ['one']],
	])('of %j are found', (code, comments) => {
		expect(read(code).comments.map(({ text }) => text.trim())).toEqual(comments);
	});

	test('have the line of their first character', () => {
		const { comments } = read('a;\n\n// one\n// two\nb; /* three */');
		expect(comments.map(({ line }) => line)).toEqual([3, 5]);
	});
});

test('literals have texts without escapes, and lines', () => {
	// biome-ignore lint/suspicious/noTemplateCurlyInString: This is code in a string.
	const { literals } = read("a('x\\ny');\nb(`\\u{41}${c({ d: 'e' })}f`, /g\\.h[ij]+k/u, 5n, null);");
	const texts = literals.map(({ line, texts }) => `${line}: ${texts.join(' ')}`);
	expect(texts.sort()).toEqual(['1: x\ny', '2: A', '2: e', '2: f', '2: g h ij k']);
});

test('expressions are those of literals and of calls that build one', () => {
	const { expressions, builtExpressions } = read('a(/b+/gu);\nc = [new RegExp(d), RegExp("e"), new Map()];');
	expect(expressions).toEqual([{ line: 1, text: '/b+/gu' }]);
	expect(builtExpressions).toEqual([
		{ line: 2, text: 'new RegExp(d)' },
		{ line: 2, text: 'RegExp("e")' },
	]);
});
