import { describe, expect, test } from 'vitest';
import { narrowFilter, restOfFilter, withoutField } from '../../source/filter/narrow.ts';

describe('narrowing a filter', () => {
	test.each([
		['', 'error', undefined, 'error'],
		['ratio>2', 'error', undefined, 'ratio>2 error'],
		['ratio>2 error', 'error', undefined, 'ratio>2 error'],
		['iso or error', 'is:idle', undefined, 'iso is:idle or error is:idle'],
		['iso | error', 'error', undefined, 'iso error or error'],
		['status:seeding iso', 'status:stopped', 'status', 'iso status:stopped'],
		['STATUS=seeding or status:stopped', 'status:metadata', 'status', 'status:metadata'],
		[
			'-status:seeding not status:metadata',
			'status:stopped',
			'status',
			'-status:seeding not status:metadata status:stopped',
		],
		['name~"a b', 'error', undefined, 'name~"a b" error'],
		['"or" iso', 'error', undefined, '"or" iso error'],
	])('replaces %s by %s', (filter, condition, field, expected) => {
		expect(narrowFilter(filter, condition, field)).toBe(expected);
	});

	test('keeps the conditions beside a field', () => {
		expect(withoutField('status:seeding iso', 'status')).toBe('iso');
		expect(withoutField('status:seeding or iso', 'status')).toBe('');
		expect(withoutField('iso', 'status')).toBe('iso');
	});

	test('keeps the conditions beside the part at a position', () => {
		expect(restOfFilter('ratio>2 status:', 15)).toBe('ratio>2');
		expect(restOfFilter('ratio>2 ', 8)).toBe('ratio>2');
		expect(restOfFilter('ratio>2 st size>4', 10)).toBe('ratio>2 size>4');
		expect(restOfFilter('iso or not error st or x', 19)).toBe('not error');
		expect(restOfFilter('st', 2)).toBe('');
	});
});
