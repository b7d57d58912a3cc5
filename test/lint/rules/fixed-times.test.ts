import { expect, test } from 'vitest';
import { plantedProject, printed } from '../planted.ts';
import { fixedTimes } from './fixed-times.ts';

const found = (path: string, code: string) =>
	printed(fixedTimes(plantedProject({ [path]: code }), {})).map((line) => line.split("'")[1]);

test.each([
	'await delay(5)',
	'await setTimeout(5)',
	'await delay(5).catch(() => {})',
	'await new Promise((resolve) => setTimeout(resolve, 5))',
	'await new Promise<void>((resolve) => { setTimeout(resolve, 5); })',
])('%s waits a fixed time', (code) => {
	expect(found('test/a.test.ts', `f();\n${code};`)).toEqual([code]);
	expect(found('source/a.ts', code)).toEqual([]);
	expect(found('test/bench/a.ts', code)).toEqual([]);
});

test('another name of setTimeout waits a fixed time', () => {
	const code = "import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';\n";
	expect(found('test/a.test.ts', `${code}await turn();\nawait pause(5);`)).toEqual(['await pause(5)']);
});

test.each([
	'await until(() => a)',
	'setTimeout(f, 5)',
	'// await delay(5)',
	'await Promise.race([delay(5), a])',
])('%s waits no fixed time', (code) => {
	expect(found('test/a.test.ts', code)).toEqual([]);
});
