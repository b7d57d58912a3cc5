import { expect, test } from 'vitest';
import { factRows } from '../../source/columns/fact-rows.ts';

test('factRows wraps a fact into several lines, with its name on the first', () => {
	expect(factRows([['error', 'Traceback:\n  File "a.py"\nDiskError: no space left']], 12)).toEqual([
		{ fact: 'error', name: 'error', value: 'Traceback:' },
		{ fact: 'error', name: '', value: '  File' },
		{ fact: 'error', name: '', value: '"a.py"' },
		{ fact: 'error', name: '', value: 'DiskError:' },
		{ fact: 'error', name: '', value: 'no space' },
		{ fact: 'error', name: '', value: 'left' },
	]);
});

test('factRows keeps the line of an empty fact and sanitizes hostile text', () => {
	expect(factRows([['destination', '']], 20)).toEqual([
		{ fact: 'destination', name: 'destination', value: '' },
	]);
	const [row] = factRows([['name', 'evil \u001b[31mred\u001b[2J']], 40);
	expect(row?.value).toBe('evil \ufffdred\ufffd');
});

test('factRows limits megabytes of error to some hundred lines', () => {
	expect(factRows([['error', 'x\n'.repeat(1_000_000)]], 40).length).toBeLessThanOrEqual(200);
	expect(factRows([['error', 'y'.repeat(10_000_000)]], 40).length).toBeLessThanOrEqual(200);
});
