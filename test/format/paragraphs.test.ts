import { expect, test } from 'vitest';
import { width } from '../../source/format/cells.ts';
import { paragraphs } from '../../source/format/paragraphs.ts';

test('paragraphs breaks lines between words, and loses no text', () => {
	expect(paragraphs('one two three four', 9)).toEqual(['one two', 'three', 'four']);
	expect(paragraphs('short', 40)).toEqual(['short']);
	expect(paragraphs('', 40)).toEqual(['']);
});

test('paragraphs breaks a word that is longer than a line, between wide characters', () => {
	expect(paragraphs('see /srv/downloads/x.torrent now', 10)).toEqual([
		'see',
		'/srv/downl',
		'oads/x.tor',
		'rent now',
	]);
	expect(paragraphs('日本語の名前', 5)).toEqual(['日本', '語の', '名前']);
});

test('paragraphs keeps line breaks and indentation, and removes control characters', () => {
	const text = 'Traceback:\n  File "a.py"\r\n\u001b[31mred\u001b[0m \u0007bell\n\n';
	const lines = paragraphs(text, 30);
	expect(lines.slice(0, 2)).toEqual(['Traceback:', '  File "a.py"']);
	expect(lines).toHaveLength(3);
	expect(lines.join('')).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
});

test('paragraphs keeps lines within the width for any text', () => {
	const lines = paragraphs('a word '.repeat(50_000) + '世界'.repeat(5_000), 33);
	expect(lines.every((line) => width(line) <= 33)).toBe(true);
	expect(paragraphs('\n'.repeat(100_000), 10).length).toBeLessThanOrEqual(1_000);
});
