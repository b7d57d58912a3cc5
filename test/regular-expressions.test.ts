import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { filesBelow } from './imports/read-imports.ts';
import { processorTime } from './programs/processor-time.ts';
import { analyse, hasOnlySmallRepetitions } from './regular-expressions/analyse.ts';
import { built, exceptions } from './regular-expressions/exceptions.ts';
import { readExpressions } from './regular-expressions/read-expressions.ts';

/** Expressions with linear time, one a line. `UPDATE=1` writes it. The analysis of all of them takes 15 s or more. */
const LIST = 'test/regular-expressions/linear.txt';
const analysed = readFileSync(LIST, 'utf8').split('\n').filter(Boolean);

const files = filesBelow('source').filter((file) => !file.endsWith('.d.ts'));
const found = files.map((file) => ({ file, ...readExpressions(file) }));
const literals = [...new Set(found.flatMap((one) => one.literals))]
	.filter((literal) => !hasOnlySmallRepetitions(literal))
	.sort();

test('regular expressions of source take linear time, or are exceptions with a reason', () => {
	const verdicts = literals
		.filter((literal) => !Object.hasOwn(exceptions, literal) && !analysed.includes(literal))
		.map((literal) => ({ literal, verdict: analyse(literal) }));
	const linear = verdicts.flatMap(({ literal, verdict }) => (verdict === 'linear' ? [literal] : []));
	const kept = [...analysed.filter((literal) => literals.includes(literal)), ...linear].sort();
	if (process.env.UPDATE) writeFileSync(LIST, `${kept.join('\n')}\n`);
	expect(verdicts.filter(({ verdict }) => verdict !== 'linear')).toEqual([]);
	// Run this test with UPDATE=1 after a change of an expression.
	if (!process.env.UPDATE) expect(analysed).toEqual(kept);
	expect(Object.keys(exceptions).filter((literal) => !literals.includes(literal))).toEqual([]);
}, 300_000);

test('regular expressions that are built at run time are known', () => {
	expect(found.flatMap(({ file, built }) => built.map((text) => `${file}: ${text}`)).sort()).toEqual(
		Object.keys(built).sort(),
	);
});

test('the analysis finds super-linear time, also with limits', () => {
	expect(analyse('/^0+|0+$/g')).toBe('2nd degree polynomial');
	expect(analyse('/(?:a{1,4096})b/')).toBe('2nd degree polynomial');
	expect(analyse('/^(a+)+$/')).toBe('exponential');
	expect(analyse('/^a+b$/')).toBe('linear');
	expect(hasOnlySmallRepetitions('/a{1,9}[*+]{2}\\+/')).toBe(true);
	expect(hasOnlySmallRepetitions('/a{1,}/')).toBe(false);
	expect(hasOnlySmallRepetitions('/a{11}/')).toBe(false);
});

test.each(Object.entries(exceptions))('%s takes little time for hostile text', (literal, { hostile }) => {
	const end = literal.lastIndexOf('/');
	const expression = new RegExp(literal.slice(1, end), literal.slice(end + 1));
	for (const text of hostile) {
		const time = processorTime(() => text.replace(expression, ''));
		expect(time, text.slice(0, 20)).toBeLessThan(1_000);
	}
});
