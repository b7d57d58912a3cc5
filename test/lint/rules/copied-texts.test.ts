import { describe, expect, test } from 'vitest';
import { plantedProject, printed } from '../planted.ts';
import { copiedTexts } from './copied-texts.ts';

describe('copiedTexts', () => {
	const found = (code: string) => {
		const project = plantedProject({
			// biome-ignore lint/suspicious/noTemplateCurlyInString: This is code in a string.
			'source/a.ts': "const a = { why: 'The violet disk hums.', next: `Paint it on ${disk}, then hum.` };",
			'source/b.ts': 'throw new Error("It isn\'t violet. The violet disk hums. Add another.");',
			'test/x.test.ts': code,
		});
		return printed(copiedTexts(project, {}));
	};
	const copy = (line: number, text: string, source: string) =>
		`test/x.test.ts:${line}: '${text}' is a text of ${source}. Export it there and import it.`;

	test.each([
		["expect(a).toBe('The violet disk hums.');", [copy(1, 'The violet disk hums.', 'source/a.ts')]],
		['f();\nexpect(a).toContain("violet disk hums");', [copy(2, 'violet disk hums', 'source/a.ts')]],
		["expect(a).toBe('It isn\\'t violet.');", [copy(1, "It isn't violet.", 'source/b.ts')]],
		[
			// biome-ignore lint/suspicious/noTemplateCurlyInString: This is code in a string.
			'expect(a).toBe(`Paint it on ${b}, then hum.`)',
			[copy(1, 'Paint it on', 'source/a.ts'), copy(1, ', then hum.', 'source/a.ts')],
		],
		['expect(a).toMatch(/^x: .*violet disk hums\\.$/)', [copy(1, 'violet disk hums', 'source/a.ts')]],
		[
			"it('reports: The violet disk hums.', () => f('The violet disk hums.'));",
			[copy(1, 'The violet disk hums.', 'source/a.ts')],
		],
	])('finds the copies in %j', (code, expected) => {
		expect(found(code)).toEqual(expected);
	});

	test.each([
		"test.each<[string, () => void]>([])('The violet disk hums.', () => {});",
		// biome-ignore lint/suspicious/noTemplateCurlyInString: This is code in a string.
		'describe.each(all)(`${name}: The violet disk hums. ${name}: The violet disk hums.`, () => {});',
		"// 'The violet disk hums.'",
		"f('full disk', 'A violet disk hums.', is.full);",
	])('finds no copy in %j', (code) => {
		expect(found(code)).toEqual([]);
	});
});
