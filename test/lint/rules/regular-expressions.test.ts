import { expect, test } from 'vitest';
import { plantedProject, printed } from '../planted.ts';
import { regularExpressions } from './regular-expressions.ts';

const project = plantedProject({
	'source/a.ts': 'a(/b+/g);\n\nc(/d+/, /e{2}/, new RegExp(f));',
	'test/a.ts': 'a(/g+/, new RegExp(h));',
});

test('regular expressions of source are known to take linear time, or have a reason', () => {
	expect(printed(regularExpressions(project, { linear: [], exceptions: {}, built: {} }))).toEqual([
		'source/a.ts:1: /b+/g may take more than linear time. Run npm run generate, which analyzes it.',
		'source/a.ts:3: /d+/ may take more than linear time. Run npm run generate, which analyzes it.',
		'source/a.ts:3: new RegExp(f) has no reason in test/regular-expressions/exceptions.ts why its time is linear.',
	]);
	const known = {
		linear: ['/b+/g'],
		exceptions: { '/d+/': { why: 'It is short.' } },
		built: { 'source/a.ts: new RegExp(f)': 'It has no repetition.' },
	};
	expect(regularExpressions(project, known)).toEqual([]);
});

test('known expressions that are not in source are found', () => {
	const known = {
		linear: ['/b+/g', '/d+/', '/g+/'],
		exceptions: { '/i+/': { why: 'It is short.' } },
		built: { 'source/a.ts: new RegExp(f)': 'It is short.', 'source/b.ts: new RegExp(f)': 'It is short.' },
	};
	expect(printed(regularExpressions(project, known))).toEqual([
		"test/regular-expressions/exceptions.ts:1: The exception '/i+/' is not needed.",
		'test/regular-expressions/linear.txt:3: /g+/ is not in source. Run npm run generate.',
		"test/regular-expressions/exceptions.ts:1: The exception 'source/b.ts: new RegExp(f)' is not needed.",
	]);
});
