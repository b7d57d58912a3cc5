import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import {
	clearedInput,
	editInput,
	type InputDialog,
	inputDialog,
	typedInput,
} from '../../../source/state/market/input-dialog.ts';
import { editLine, insertText, lineText } from '../../../source/state/surfaces/line-edit.ts';
import { withoutInput } from '../../../source/tui/panes/market/dialogs/input/provide-input.ts';

const password = inputDialog({ asset: 'MB', kind: 'password', question: 'Passphrase?' });
const type = (dialog: InputDialog, text: string) => editInput(dialog, (line) => insertText(line, text));

test('a secret is edited like any line, and shown as signs', () => {
	let dialog = type(password, 'swörd');
	dialog = editInput(dialog, (line) => editLine(line, 'left'));
	dialog = editInput(dialog, (line) => editLine(line, 'backspace'));
	expect(typedInput(dialog)).toBe('swöd');
	expect(lineText(dialog.line)).toBe('••••');
	expect(dialog.line.cursor).toBe(3);
	expect(typedInput(clearedInput(dialog))).toBe('');
});

test('no dump of the state contains the secret', () => {
	const dialog = type(password, 'xyzzy1977');
	const dumps = [
		JSON.stringify(dialog),
		inspect(dialog, { depth: null, showHidden: true }),
		JSON.stringify(Object.entries(dialog)),
		JSON.stringify(structuredClone({ ...dialog, secret: { ...dialog.secret } })),
	];
	for (const dump of dumps) expect(dump).not.toContain('xyzzy');
	expect(typedInput(dialog)).toBe('xyzzy1977');
});

test.each([
	['challenge', 'abc'],
	['Text', 'abc'],
	['password', '•••'],
	['', '•••'],
	['something else', '•••'],
])('input of the kind %j is shown as %s', (kind, shown) => {
	const dialog = type(inputDialog({ asset: 'MB', kind, question: '' }), 'abc');
	expect(lineText(dialog.line)).toBe(shown);
	expect(typedInput(dialog)).toBe('abc');
});

test('withoutInput hides the input in an error', () => {
	expect(withoutInput("'xyzzy1977' is wrong", 'xyzzy1977')).not.toContain('xyzzy');
	expect(withoutInput("'xyzzy1977' is wrong", ' xyzzy1977 ')).not.toContain('xyzzy');
	expect(withoutInput('wrong', '')).toBe('wrong');
});
