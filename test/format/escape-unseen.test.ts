import { expect, test } from 'vitest';
import { escapeUnseen } from '../../source/commands/output/json.ts';
import { sanitize } from '../../source/format/sanitize.ts';

const any = /[\p{C}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Zl}\p{Zp}]/u;
/** All characters that a terminal interprets or does not show. Planes without characters are omitted. */
const codes = Array.from({ length: 0x30000 }, (_, code) => code);
const tags = Array.from({ length: 0x1000 }, (_, code) => 0xe0000 + code);
const unseen = [...codes, ...tags, 0xf0000, 0x10ffff]
	.map((code) => String.fromCodePoint(code))
	.filter((character) => any.test(character));

test('escapeUnseen escapes every unseen character, and keeps the value', () => {
	for (const character of ['\u061c', '\u200f', '\u202e', '\u{e0001}', '\u{e007f}', '\u3164'])
		expect(unseen).toContain(character);
	const json = JSON.stringify(unseen);
	const escaped = escapeUnseen(json);
	expect(any.test(escaped)).toBe(false);
	expect(JSON.stringify(JSON.parse(escaped)) === json).toBe(true);
});

test('sanitize shows none of them', () => {
	expect(unseen.filter((character) => any.test(sanitize(`a${character}b`)))).toEqual([]);
});

test.each(['\u200b', '\u2060', '\u200f', '\u{e0041}', '\u0301', '\u20dd'])(
	'a flood of %j is escaped',
	(character) => {
		const text = `a${character.repeat(10_000)}b`;
		const escaped = escapeUnseen(JSON.stringify({ [text]: text }));
		expect(escaped).toMatch(/^[\x20-\x7e]*$/);
		expect(JSON.parse(escaped)).toEqual({ [text]: text });
		expect(sanitize(text).length).toBeLessThan(10);
	},
);

test('escapeUnseen keeps letters, marks, emoji and the indentation', () => {
	const json = JSON.stringify({ name: 'Ünïcode é ก็ 日本 👍🏽 שלום' }, undefined, '  ');
	expect(escapeUnseen(json)).toBe(json);
});
