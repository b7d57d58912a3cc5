import { expect, test } from 'vitest';
import { except } from './finding.ts';
import { printed } from './planted.ts';

test('except drops allowed findings and reports exceptions without one', () => {
	const findings = ['a', 'b'].map((key) => ({ key, file: `test/${key}.ts`, line: 2, sentence: 'It waits.' }));
	const exceptions = { b: 'It is a clock.', c: 'It is old.' };
	expect(printed(except(findings, exceptions, 'test/rule.ts'))).toEqual([
		'test/a.ts:2: It waits.',
		"test/rule.ts:1: The exception 'c' is not needed.",
	]);
});
