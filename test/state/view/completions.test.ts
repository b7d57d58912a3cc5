import { expect, test } from 'vitest';
import type { Download } from '../../../source/protocol/resources/download.ts';
import type { Message } from '../../../source/state/core/message.ts';
import type { State } from '../../../source/state/core/state.ts';
import { emptyLine, insertText } from '../../../source/state/surfaces/line-edit.ts';
import { completionsOf } from '../../../source/state/view/completions.ts';
import { update } from '../../../source/tui/shell/update.ts';
import { listing, namedDownloads } from '../../screens/named-downloads.ts';

const day = 86_400_000;
const reach = (state: State, ...messages: Message[]) => messages.reduce(update, state);
const tick = (now: number): Message => ({ type: 'tick', now });
const typing = (text: string): Message => ({
	type: 'open',
	dialog: {
		kind: 'filter',
		line: insertText(emptyLine, text),
		before: { filter: '', cursor: undefined },
	},
});

/** Returns downloads with these fields. */
function downloads(...fields: Partial<Download>[]): Download[] {
	return namedDownloads(fields.map((_, index) => `download ${index}`)).map((download, index) => ({
		...download,
		...fields[index],
	}));
}

/** Returns the offers with a count, as text. */
const counts = (state: State) =>
	completionsOf(state).offers.flatMap(({ text, count }) => (count === undefined ? [] : [`${text} ${count}`]));

test('completions of dates are updated with time while the dialog is open', () => {
	const open = reach(listing([]), tick(Date.UTC(2026, 10, 3)), typing('added>20'));
	const offers = (state: State) => completionsOf(state).offers.map(({ text }) => text);
	expect(offers(open)).toContain('added>2026-11-03');
	expect(offers(update(open, tick(Date.UTC(2026, 10, 4))))).toContain('added>2026-11-04');
});

test('counts beside a condition on age are updated with time', () => {
	const addedAt = (days: number) => (days * day) / 1000;
	const list = downloads(
		{ time_added: addedAt(1), status: 'SEEDING' },
		{ time_added: addedAt(2), status: 'STOPPED' },
	);
	const young = reach(listing(list), tick(2.5 * day), typing('added<2d status:s'));
	expect(counts(young)).toEqual(expect.arrayContaining(['status:seeding 1', 'status:stopped 1']));
	const old = update(young, tick(3.5 * day));
	expect(counts(old)).toEqual(expect.arrayContaining(['status:seeding 0', 'status:stopped 1']));
});

test('values with equal counts have one order, for any sort order of the list', () => {
	const list = downloads({ destination: '/b' }, { destination: '/a' });
	const sorted = (column: string, descending: boolean) =>
		counts(
			reach(
				listing(list),
				{ type: 'sort', sort: { column, descending } },
				{ type: 'view', what: { type: 'filter', filter: 'download' } },
				typing('download destination:'),
			),
		);
	expect(sorted('name', false)).toEqual(['destination:/a 1', 'destination:/b 1']);
	expect(sorted('name', true)).toEqual(sorted('name', false));
});

test('statuses without a match are those of the list, also if only other rows changed', () => {
	const [first, other] = downloads({ name: 'one', status: 'SEEDING' }, { name: 'two', status: 'METADATA' });
	if (!first || !other) throw new Error('there are no downloads');
	const checkpoints = { all_loaded: true, loaded: 2, total: 2 };
	const filtered = reach(
		listing([first, other]),
		{ type: 'view', what: { type: 'filter', filter: 'one' } },
		typing('one status:'),
	);
	expect(counts(filtered)).toEqual(['status:seeding 1', 'status:metadata 0']);
	const answer = { downloads: [first, { ...other, status: 'CIRCUITS' }], checkpoints };
	const changed = update(filtered, {
		type: 'answer',
		query: 'downloads',
		endpoint: 'listDownloads',
		answer,
		at: 1_000,
	});
	expect(changed.downloads.view).toBe(filtered.downloads.view);
	expect(counts(changed)).toEqual(['status:seeding 1', 'status:circuits 0']);
});
