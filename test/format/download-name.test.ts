import { expect, test } from 'vitest';
import { nameOrInfohash } from '../../source/format/download-name.ts';
import { subjectText } from '../../source/tui/actions/send-change.ts';

const infohash = 'ab'.repeat(20);

test('nameOrInfohash returns the infohash of a download without visible characters in its name', () => {
	const names = ['', '   ', '\u3000\t', 'a', ' b '].map((name) => nameOrInfohash({ name, infohash }));
	expect(names).toEqual([infohash, infohash, infohash, 'a', ' b ']);
});

test('questions about a download with a blank name show its infohash', () => {
	expect(subjectText([{ name: '  ', infohash }])).toBe(infohash);
});
