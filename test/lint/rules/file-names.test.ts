import { expect, test } from 'vitest';
import { plantedProject } from '../planted.ts';
import { fileNames } from './file-names.ts';

test('names that describe no content are found', () => {
	const nothing = ['source/tui/utils/a.ts', 'source/client/types.ts', 'source/client/helpers.test.ts'];
	const good = ['source/client/event-types.ts', 'test/lint/rules/file-names.ts'];
	const project = plantedProject(Object.fromEntries([...nothing, ...good].map((path) => [path, ''])));
	expect(fileNames(project).map(({ file }) => file)).toEqual(nothing);
});
