import { expect, test } from 'vitest';
import { downloadFields } from '../../../../source/filter/download-fields.ts';
import { termText } from '../../../../source/filter/terms.ts';
import { noMatchesText, nothingFound } from '../../../../source/tui/panes/downloads/no-matches.ts';
import { update } from '../../../../source/tui/shell/update.ts';
import { listing, namedDownloads } from '../../../screens/named-downloads.ts';

const under = (filter: string) => {
	const state = listing(namedDownloads(['one', 'two']));
	return nothingFound(update(state, { type: 'view', what: { type: 'filter', filter } }).downloads.query);
};

test('an empty list states the unknown status of the filter, and the known ones', () => {
	const field = downloadFields.find(({ name }) => name === 'status');
	const statuses = field?.kind === 'choice' ? Object.keys(field.values) : [];
	expect(statuses).toEqual(expect.arrayContaining(['seeding', 'stopped']));
	expect(under('status:xyz')).toEqual([
		noMatchesText.conditions,
		termText.unknownChoice('xyz', 'status', statuses),
	]);
	expect(under('status:stopped')).toEqual([noMatchesText.conditions]);
	expect(under('three')).toEqual([noMatchesText.words]);
	expect(under('status:x\u001b[2J')[1]).not.toContain('\u001b');
});
