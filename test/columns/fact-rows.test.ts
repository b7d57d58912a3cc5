import { expect, test } from 'vitest';
import { factRows } from '../../source/columns/fact-rows.ts';

test('a fact has as many lines as it needs, its name on the first', () => {
	expect(factRows([['error', 'Traceback:\n  File "a.py"\nDiskError: no space left']], 12)).toEqual([
		{ fact: 'error', name: 'error', value: 'Traceback:' },
		{ fact: 'error', name: '', value: '  File' },
		{ fact: 'error', name: '', value: '"a.py"' },
		{ fact: 'error', name: '', value: 'DiskError:' },
		{ fact: 'error', name: '', value: 'no space' },
		{ fact: 'error', name: '', value: 'left' },
	]);
});

test('what is empty keeps its line, and what is hostile is harmless', () => {
	expect(factRows([['destination', '']], 20)).toEqual([
		{ fact: 'destination', name: 'destination', value: '' },
	]);
	const [row] = factRows([['name', 'evil \u001b[31mred\u001b[2J']], 40);
	expect(row?.value).toBe('evil \ufffdred\ufffd');
});

test('megabytes of error are some hundred lines', () => {
	expect(factRows([['error', 'x\n'.repeat(1_000_000)]], 40).length).toBeLessThanOrEqual(200);
	expect(factRows([['error', 'y'.repeat(10_000_000)]], 40).length).toBeLessThanOrEqual(200);
});
