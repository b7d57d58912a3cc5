import { expect, test } from 'vitest';
import { plantedProject, printed } from '../planted.ts';
import { silentDefaults } from './silent-defaults.ts';

const code = 'const a = { default: 1 };\nswitch (b.type) {\n\tcase "c":\n\t\tf();\n\tdefault:\n\t\tg();\n}';
const sentence = 'The switch has a default. Name every case, so that a new one does not compile.';

test('a default of the cockpit is found', () => {
	const project = plantedProject({ 'source/state/a.ts': code, 'source/service/a.ts': code });
	expect(printed(silentDefaults(project, {}))).toEqual([`source/state/a.ts:2: ${sentence}`]);
});

test('an exception allows the default of one value', () => {
	const project = plantedProject({ 'source/tui/a.ts': `${code}\n${code.replace('b.type', 'd')}` });
	expect(printed(silentDefaults(project, { 'source/tui/a.ts: b.type': 'It is text.' }))).toEqual([
		`source/tui/a.ts:9: ${sentence}`,
	]);
});
