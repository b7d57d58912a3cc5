import { expect, test } from 'vitest';
import { changes } from './changes.ts';

test('changes lists new, changed and deleted files', () => {
	const before = new Map(Object.entries({ b: '1', c: '2', d: '3' }));
	const after = new Map(Object.entries({ a: '0', b: '1', c: '9' }));
	expect(changes(before, after)).toEqual(['new a', 'changed c', 'deleted d']);
	expect(changes(before, before)).toEqual([]);
});
