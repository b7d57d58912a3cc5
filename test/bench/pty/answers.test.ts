import { expect, test } from 'vitest';
import { Answers } from './answers.ts';

/** Returns the answers to output that arrives in these pieces. */
function answersTo(...pieces: readonly string[]): string[] {
	const replies: string[] = [];
	const answers = new Answers((text) => replies.push(text));
	for (const piece of pieces) answers.read(Buffer.from(piece));
	return replies;
}

test('Answers answers the queries of programs as xterm does', () => {
	expect(answersTo('a\x1b[5n\x1b[6n')).toEqual(['\x1b[0n', '\x1b[1;1R']);
	expect(answersTo('\x1b[c', '\x1b[>c')).toEqual(['\x1b[?62;22c', '\x1b[>41;390;0c']);
	expect(answersTo('\x1b]11;?\x07\x1b]10;?\x1b\\')).toEqual([
		'\x1b]11;rgb:0000/0000/0000\x1b\\',
		'\x1b]10;rgb:ffff/ffff/ffff\x1b\\',
	]);
	expect(answersTo('\x1b[?2026$p')).toEqual(['\x1b[?2026;0$y']);
});

test('Answers does not offer the kitty protocol', () => {
	expect(answersTo('\x1b[?u\x1b[c')).toEqual(['\x1b[?62;22c']);
});

test('Answers answers a query that arrives in two reads once', () => {
	expect(answersTo('text\x1b[', '5n', 'more')).toEqual(['\x1b[0n']);
	expect(answersTo('\x1b', '[6', 'n')).toEqual(['\x1b[1;1R']);
	expect(answersTo('\x1b]11', ';?\x07')).toHaveLength(1);
	expect(answersTo('\x1b[5n', '\x1b[5n')).toHaveLength(2);
	expect(answersTo('\x1b[2J\x1b[1;5H\x1b[31mred\x1b[m')).toEqual([]);
});
