import { expect, test } from 'vitest';
import { clipboardSequence } from '../../source/tui/terminal/clipboard.ts';

const base64 = (text: string) => Buffer.from(text).toString('base64');

test('copy sends text to the clipboard as OSC 52', () => {
	expect(clipboardSequence('http://a/ü', {})).toBe(`\x1b]52;c;${base64('http://a/ü')}\x07`);
});

test('copy uses both forms inside tmux', () => {
	const plain = `\x1b]52;c;${base64('x')}\x07`;
	expect(clipboardSequence('x', { TMUX: '/tmp/tmux-0/default,1,0' })).toBe(
		`${plain}\x1bPtmux;\x1b${plain}\x1b\\`,
	);
});

test('copy sends GNU screen pieces that it passes on', () => {
	const text = 'x'.repeat(2_000);
	const sent = clipboardSequence(text, { STY: '1.pts' }) ?? '';
	const pieces = [...sent.matchAll(/\x1bP([\s\S]*?)\x1b\\/g)].map(([, piece = '']) => piece);
	expect(pieces.join('')).toBe(`\x1b]52;c;${base64(text)}\x07`);
	expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(512);
});

test('copy sends neither too long nor empty text', () => {
	expect(clipboardSequence('', {})).toBeUndefined();
	expect(clipboardSequence('x'.repeat(100_000), {})).toBeUndefined();
});
