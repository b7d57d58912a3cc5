import { expect, test } from 'vitest';
import { startsSomething } from './starts.ts';

test('startsSomething follows the imports of a test file', () => {
	expect(startsSomething('test/terminal/lifecycle.test.ts')).toBe(true);
	expect(startsSomething('test/lint/starts.test.ts')).toBe(false);
});
