import { expect, test } from 'vitest';
import { isSame } from '../../source/tui/terminal/is-same.ts';

test('objects are the same if all their properties are', () => {
	expect(isSame({ a: 1, b: Number.NaN }, { b: Number.NaN, a: 1 })).toBe(true);
	expect(isSame({ a: 1 }, { a: 2 })).toBe(false);
	expect(isSame({ a: 1 }, { a: 1, b: 2 })).toBe(false);
	expect(isSame({ a: 1, b: 2 }, { a: 1 })).toBe(false);
	// As many properties, but others.
	expect(isSame({ a: undefined }, { b: 1 })).toBe(false);
	expect(isSame({ b: 1 }, { a: undefined })).toBe(false);
});

test('properties of some names are not compared', () => {
	expect(isSame({ a: 1, lines: ['x'] }, { a: 1, lines: ['y'] }, ['lines'])).toBe(true);
	expect(isSame({ a: 1, lines: ['x'] }, { a: 2, lines: ['x'] }, ['lines'])).toBe(false);
});
