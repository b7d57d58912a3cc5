import { describe, expect, test } from 'vitest';
import { focusFormNeighbor, formDialog, formText } from '../../../source/state/dialogs/form-dialog.ts';
import { editLine, insertText, lineText, selectedLine } from '../../../source/state/surfaces/line-edit.ts';

describe('a selected line', () => {
	test('is replaced by the first typed text, and extended by the next', () => {
		const typed = insertText(insertText(selectedLine('none'), '5'), 'M');
		expect(lineText(typed)).toBe('5M');
	});

	test('is emptied by backspace and by every deletion', () => {
		for (const move of ['backspace', 'delete', 'delete-word', 'delete-to-start', 'delete-to-end'] as const)
			expect(lineText(editLine(selectedLine('none'), move)), move).toBe('');
	});

	test('is edited after a movement of the cursor', () => {
		for (const move of ['left', 'right', 'home', 'end'] as const)
			expect(lineText(editLine(editLine(selectedLine('2'), move), 'end')), move).toBe('2');
		expect(lineText(insertText(editLine(selectedLine('2'), 'end'), '5'))).toBe('25');
	});

	test('keeps its text when nothing is pasted', () => {
		expect(lineText(insertText(selectedLine('2'), ''))).toBe('2');
	});
});

test('a form selects the text of a field that is replaced, whenever the cursor enters it', () => {
	const form = formDialog({ form: 'shared-limits' }, ['name', 'rate'], { name: 'films', rate: '2M' }, [
		'rate',
	]);
	const typed = { ...form, line: insertText(form.line, '2') };
	const next = focusFormNeighbor(typed, 1);
	const both = { ...next, line: insertText(next.line, '5') };
	expect([formText(both, 'name'), formText(both, 'rate')]).toEqual(['films2', '5']);
});
