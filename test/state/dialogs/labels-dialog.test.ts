import { expect, test } from 'vitest';
import { decode } from '../../../source/protocol/decode.ts';
import { Download } from '../../../source/protocol/resources/download.ts';
import { currentLabel, type LabelsDialog, takeLabels } from '../../../source/state/dialogs/labels-dialog.ts';
import { emptyLine, insertText } from '../../../source/state/surfaces/line-edit.ts';

const names = ['books', 'films', 'music'].map((name) => ({ name, destination: '' }));

function dialogOf(...labels: readonly string[]): LabelsDialog {
	const subjects = labels.map(
		(label) => decode(Download, { name: 'a', infohash: label, progress: 1, status: 'SEEDING', label }).value,
	);
	const line = emptyLine;
	const loading = { labels: undefined, failure: '', filteredOut: 0, pending: new Map() };
	return { kind: 'labels', line, chosen: 0, subjects, ...loading };
}

test('the first labels choose the one that all downloads have', () => {
	expect(takeLabels(dialogOf('films', 'films'), names).chosen).toBe(1);
	expect(currentLabel(dialogOf('films', 'films'))).toBe('films');
	expect(takeLabels(dialogOf('films', 'music'), names).chosen).toBe(0);
	expect(currentLabel(dialogOf('films', 'music'))).toBe('');
	expect(takeLabels(dialogOf('gone'), names).chosen).toBe(0);
});

test('labels move no entry that the user chose or searched', () => {
	const dialog = dialogOf('films');
	expect(takeLabels({ ...dialog, line: insertText(dialog.line, 'm') }, names).chosen).toBe(0);
	expect(takeLabels({ ...dialog, labels: names, chosen: 2 }, names).chosen).toBe(2);
});
