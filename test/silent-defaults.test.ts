import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { filesBelow } from './imports/read-imports.ts';

/** Files with one switch that has a `default`, with the reason. All other switches name every case, or do not compile. */
const allowed: Readonly<Record<string, string>> = {
	'source/tui/surfaces/update.ts': 'the type of updateState rejects messages that a surface must handle',
	'source/filter/tokens.ts': 'text of the user, and any text may be no operator',
	'source/state/view/completions.ts': 'fields of a filter are strings, and most have no completions',
};

test('switches of the cockpit name every case', () => {
	const found = ['source/filter', 'source/state', 'source/tui', 'source/runtime']
		.flatMap(filesBelow)
		.flatMap((file) => {
			const defaults = readFileSync(file, 'utf8').match(/^\s*default:(?: [{rtb].*)?$/gm) ?? [];
			return defaults.map(() => file);
		});
	expect(found.sort()).toEqual(Object.keys(allowed).sort());
});
