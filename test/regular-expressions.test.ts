import { expect, test } from 'vitest';
import { processorTime } from './programs/processor-time.ts';
import { analyze } from './regular-expressions/analyze.ts';
import { exceptions } from './regular-expressions/exceptions.ts';
import { hasOnlySmallRepetitions } from './regular-expressions/small-repetitions.ts';

test('the analysis finds super-linear time, also with limits', () => {
	expect(analyze('/^0+|0+$/g')).toBe('2nd degree polynomial');
	expect(analyze('/(?:a{1,4096})b/')).toBe('2nd degree polynomial');
	expect(analyze('/^(a+)+$/')).toBe('exponential');
	expect(analyze('/^a+b$/')).toBe('linear');
	expect(hasOnlySmallRepetitions('/a{1,9}[*+]{2}\\+/')).toBe(true);
	expect(hasOnlySmallRepetitions('/a{1,}/')).toBe(false);
	expect(hasOnlySmallRepetitions('/a{11}/')).toBe(false);
});

/** Several times what a busy machine needs. Expressions that are not linear need minutes. */
const MAX_TIME_MS = 10_000;

test.each(Object.entries(exceptions))('%s takes little time for hostile text', (literal, { hostile }) => {
	const end = literal.lastIndexOf('/');
	const expression = new RegExp(literal.slice(1, end), literal.slice(end + 1));
	for (const text of hostile) {
		const time = processorTime(() => text.replace(expression, ''));
		expect(time, text.slice(0, 20)).toBeLessThan(MAX_TIME_MS);
	}
});
