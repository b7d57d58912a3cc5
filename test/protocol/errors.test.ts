import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readError } from '../../source/protocol/errors.ts';

test.each([
	[{ error: 'Unauthorized access' }, { handled: true, code: '', message: 'Unauthorized access' }],
	[{ error: { handled: true, message: 'm' } }, { handled: true, code: '', message: 'm' }],
	[
		{ error: { handled: false, code: 'KeyError', message: 'm' } },
		{ handled: false, code: 'KeyError', message: 'm' },
	],
	[{ error: {} }, { handled: true, code: '', message: '' }],
	[{ error: { handled: 'no', code: 7, message: null } }, { handled: true, code: '', message: '' }],
])('%j', (body, error) => expect(readError(body)).toEqual(error));

test.each([
	[undefined],
	[null],
	['error'],
	[7],
	[[]],
	[{}],
	[{ error: '' }],
	[{ error: null }],
	[{ error: 1 }],
])('readError returns no error for %j', (body) => expect(readError(body)).toBeUndefined());

test('readError throws for no input', () => {
	fc.assert(fc.property(fc.jsonValue(), (error) => void readError({ error })));
});
