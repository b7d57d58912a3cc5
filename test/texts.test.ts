import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { filesBelow } from './imports/read-imports.ts';
import { type Copy, copiesIn, SourceTexts } from './texts/copies.ts';
import { literalsIn } from './texts/literals.ts';

/** Texts of tests that also occur in source, with the reason why they are not imported from there. */
const exceptions: Readonly<Record<string, string>> = {
	'Could not find': 'Services in the field send it, and the client recognizes it.',
	'Not contacted yet': 'Services in the field send it.',
	'Traceback (most recent call last):': 'Python writes it, and oneLine recognizes it.',
	'your channel has not been created': 'Services in the field send it.',
	'PRAGMA journal_mode = WAL;': 'It is SQL.',
	'PRAGMA user_version =': 'It is SQL.',
	'a magnet link': 'It is a part of a title.',
	'-o, --output <file>': 'It is the input of a parser.',
	'The disk of': 'A service of a test sends it.',
	'does not exist': 'Services in the field send it.',
	'does not offer': 'It must not be on the screen.',
	'no such name': 'A user types it.',
	'api GET /downloads': 'A user types it.',
	'seedtop api PA': 'A user types it.',
	'seedtop completion z': 'A user types it.',
	'seedtop events --type torrent_fin': 'A user types it.',
};

const sources = new SourceTexts(filesBelow('source').map((file) => [file, readFileSync(file, 'utf8')]));
const copies = filesBelow('test').flatMap((file) => copiesIn(file, readFileSync(file, 'utf8'), sources));

const describeCopy = ({ file, line, text, source }: Copy) =>
	`${file}:${line}: '${text}' is a text of ${source}. Export it there and import it.`;

test('tests import the texts of source instead of copies', () => {
	const found = copies.filter(({ text }) => !(text in exceptions));
	expect(found.map(describeCopy)).toEqual([]);
});

test('every exception still has a copy', () => {
	const texts = new Set(copies.map(({ text }) => text));
	expect(Object.keys(exceptions).filter((text) => !texts.has(text))).toEqual([]);
});

describe('copiesIn', () => {
	const declared = new SourceTexts([
		// biome-ignore lint/suspicious/noTemplateCurlyInString: This is code in a string.
		['source/a.ts', "const a = { why: 'The violet disk hums.', next: `Paint it on ${disk}, then hum.` };"],
		['source/b.ts', 'throw new Error("It isn\'t violet. The violet disk hums. Add another.");'],
	]);
	const found = (code: string) =>
		copiesIn('test/x.test.ts', code, declared).map(({ line, text, source }) => [line, text, source]);

	test.each([
		["expect(a).toBe('The violet disk hums.');", [[1, 'The violet disk hums.', 'source/a.ts']]],
		['f();\nexpect(a).toContain("violet disk hums");', [[2, 'violet disk hums', 'source/a.ts']]],
		["expect(a).toBe('It isn\\'t violet.');", [[1, "It isn't violet.", 'source/b.ts']]],
		[
			// biome-ignore lint/suspicious/noTemplateCurlyInString: This is code in a string.
			'expect(a).toBe(`Paint it on ${b}, then hum.`)',
			[
				[1, 'Paint it on', 'source/a.ts'],
				[1, ', then hum.', 'source/a.ts'],
			],
		],
		['expect(a).toMatch(/^x: .*violet disk hums\\.$/)', [[1, 'violet disk hums', 'source/a.ts']]],
		[
			"it('reports: The violet disk hums.', () => f('The violet disk hums.'));",
			[[1, 'The violet disk hums.', 'source/a.ts']],
		],
	])('finds the copies in %j', (code, expected) => {
		expect(found(code)).toEqual(expected);
	});

	test.each([
		"test.each<[string, () => void]>([])('The violet disk hums.', () => {});",
		// biome-ignore lint/suspicious/noTemplateCurlyInString: This is code in a string.
		'describe.each(all)(`${name}: The violet disk hums. ${name}: The violet disk hums.`, () => {});',
		"// 'The violet disk hums.'",
		"f('full disk', 'A violet disk hums.', is full);",
	])('finds no copy in %j', (code) => {
		expect(found(code)).toEqual([]);
	});
});

test('literalsIn returns texts without escapes, and lines', () => {
	// biome-ignore lint/suspicious/noTemplateCurlyInString: This is code in a string.
	const code = "a('x\\ny');\nb(`\\u{41}${c({ d: 'e' })}f`, /g\\.h[ij]+k/u);";
	expect(literalsIn(code).map(({ line, texts }) => [line, ...texts])).toEqual([
		[1, 'x\ny'],
		[2, 'A'],
		[2, 'e'],
		[2, 'f'],
		[2, 'g', 'h', 'ij', 'k'],
	]);
});
