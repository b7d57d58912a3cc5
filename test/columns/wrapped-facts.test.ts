import { expect, test } from 'vitest';
import { wrappedFacts } from '../../source/columns/wrapped-facts.ts';

test('values of facts are wrapped below their beginning', () => {
	const facts = [
		['a', 'one two three'],
		['long', 'x'],
	] as const;
	expect(wrappedFacts(facts, 14)).toEqual(['a     one two', '      three', 'long  x']);
});
