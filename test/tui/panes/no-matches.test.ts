import { expect, test } from 'vitest';
import { nothingFound } from '../../../source/tui/panes/no-matches.ts';
import { update } from '../../../source/tui/surfaces/update.ts';
import { listing, namedDownloads } from '../../screens/named-downloads.ts';

const under = (filter: string) => {
	const state = listing(namedDownloads(['one', 'two']));
	return nothingFound(update(state, { type: 'view', what: { type: 'filter', filter } }).downloads.query);
};

test('an empty list states the unknown status of the filter, and the known ones', () => {
	expect(under('status:xyz')).toEqual([
		'No download matches the filter.',
		expect.stringMatching(/^'xyz' is not a known status\. Known: seeding, .*stopped/),
	]);
	expect(under('status:stopped')).toEqual(['No download matches the filter.']);
	expect(under('three')).toEqual(['No download has these words in its name.']);
	expect(under('status:x\u001b[2J')[1]).not.toContain('\u001b');
});
