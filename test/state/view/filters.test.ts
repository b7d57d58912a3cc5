import { describe, expect, test } from 'vitest';
import type { Download } from '../../../source/protocol/resources/download.ts';
import type { Message } from '../../../source/state/core/message.ts';
import type { State } from '../../../source/state/core/state.ts';
import { downloadKind } from '../../../source/state/downloads/downloads.ts';
import { filterList } from '../../../source/state/list/list.ts';
import { filterChoices } from '../../../source/state/view/filter-choices.ts';
import { countFilters, type FoundFilters, initialCounts } from '../../../source/state/view/found-filters.ts';
import { update } from '../../../source/tui/shell/update.ts';
import { downloads, screens } from '../../screens/states.ts';

const begin = screens.downloads as State;
const given = (state: State, ...messages: Message[]) => messages.reduce(update, state);
const saved = (name: string, filter: string): Message => ({
	type: 'view',
	what: { type: 'save-filter', name, filter },
});

/** Counts to the end. Returns how often it could yield on the way. */
function count(state: State, before?: FoundFilters): { found: FoundFilters; rests: number } {
	const counting = countFilters(state, before);
	for (let rests = 0; ; rests++) {
		const step = counting.next();
		if (step.done) return { found: step.value, rests };
	}
}

const open = (state: State, chosen = 0): State =>
	given(state, { type: 'open', dialog: { kind: 'filters', chosen, found: initialCounts(state) } });
const found = (state: State): State =>
	given(state, { type: 'view', what: { type: 'filters-found', found: count(state).found } });
const chosenIn = (state: State) => {
	const top = state.dialogs.at(-1);
	return top?.kind === 'filters' ? filterChoices(state)[top.chosen]?.name : undefined;
};

/** Returns the same downloads, the first ones with trackers of these addresses. */
function tracked(...urls: readonly (readonly string[])[]): State {
	const list = downloads.map((download, at): Download => {
		const trackers = (urls[at] ?? []).map((url) => ({ url, status: 'Working', peers: 0 }));
		return { ...download, trackers };
	});
	const checkpoints = { all_loaded: true, loaded: list.length, total: list.length };
	return given(begin, {
		type: 'answer',
		query: 'downloads',
		endpoint: 'listDownloads',
		answer: { downloads: list, checkpoints },
		at: begin.now,
	});
}

describe('matches of the filters of the dialog', () => {
	test('are counted: saved filters, and trackers by their hosts', () => {
		const one = 'http://one.example/a';
		const state = given(
			tracked([one, 'udp://one.example:80/'], [one, 'http://two.example/'], ['http://not.one.example/']),
			saved('done', 'progress=100'),
			saved('nothing', 'absent from all'),
			saved('all', ''),
		);
		const counts = Object.fromEntries(
			filterChoices(found(open(state))).map(({ name, count }) => [name, count]),
		);
		expect(counts).toMatchObject({
			'all downloads': downloads.length,
			nothing: 0,
			all: downloads.length,
			'one.example': 2,
			'two.example': 1,
			'not.one.example': 1,
		});
	});

	test('equal the list after choosing the filter', () => {
		const state = found(
			open(
				given(
					tracked(['http://one.example/'], ['http://one.example/', 'http://two.example/'], ['http://a one/']),
					saved('good', 'ratio>1 or status:stopped'),
				),
			),
		);
		const choices = filterChoices(state);
		expect(choices.map(({ kind }) => kind)).toContain('tracker');
		for (const { filter, count: matches } of choices) {
			const { view } = filterList(downloadKind, state.downloads, filter, state.now);
			expect([filter, view.length]).toEqual([filter, matches]);
		}
	});

	test.each(['ratio>0.5', 'status:seeding ratio>0.5', 'tracker=one.example or error', 'is:idle "e'])(
		'within the filter %s equal the list after narrowing it, and alone the list without it',
		(filter) => {
			const state = found(
				open(
					given(
						tracked(
							['http://one.example/'],
							['http://one.example/', 'http://two.example/'],
							['http://a one/'],
						),
						saved('good', 'ratio>1 or status:stopped'),
						{ type: 'view', what: { type: 'filter', filter } },
					),
				),
			);
			for (const { filter: narrower, alone, count: matches, kind } of filterChoices(state)) {
				const { view } = filterList(downloadKind, state.downloads, narrower, state.now);
				expect([narrower, view.length]).toEqual([narrower, matches]);
				if (kind === 'all' || kind === 'saved') continue;
				const byItself = filterList(downloadKind, state.downloads, alone, state.now).view;
				expect(view.every((download) => byItself.includes(download))).toBe(true);
			}
		},
	);

	test('are counted in slices, for any length of the list and number of filters', () => {
		const [first] = begin.downloads.list;
		if (!first) throw new Error('there are no downloads');
		const list = Array.from({ length: 10_000 }, (_, at) => ({ ...first, infohash: String(at) }));
		const filters = Array.from({ length: 50 }, (_, at) => saved(`filter ${at}`, `name~${at}`));
		const state = given({ ...begin, downloads: { ...begin.downloads, list } }, ...filters);
		// At most 200 downloads at a time.
		expect(count(state).rests).toBeGreaterThanOrEqual((51 * 10_000) / 200);
	});

	test('keep the previous count until the new one is complete', () => {
		const state = given(begin, saved('done', 'progress=100'));
		const before = count(state).found;
		const step = countFilters(given(state, saved('other', 'x')), before).next();
		expect(step.done).toBe(false);
		expect(step.value.counts).toEqual(before.counts);
	});
});

describe('the dialog of filters', () => {
	test('keeps its row when a poll or a count changes the filters', () => {
		const state = given(open(tracked(['http://b.example/'])), saved('mine', 'x'));
		const at = filterChoices(state).findIndex(({ name }) => name === 'mine');
		const chosen = given(state, { type: 'move', rows: Number.NEGATIVE_INFINITY }, { type: 'move', rows: at });
		expect(chosenIn(chosen)).toBe('mine');
		const [first] = chosen.downloads.list;
		const list = chosen.downloads.list.with(0, { ...(first as Download), status: 'HASHCHECKING' });
		const checkpoints = { all_loaded: true, loaded: list.length, total: list.length };
		const polled = given(chosen, {
			type: 'answer',
			query: 'downloads',
			endpoint: 'listDownloads',
			answer: { downloads: list, checkpoints },
			at: begin.now,
		});
		expect(chosenIn(polled)).toBe('mine');
		const counted = found(polled);
		expect(filterChoices(counted).map(({ name }) => name)).toContain('hashchecking');
		expect(chosenIn(counted)).toBe('mine');
		const others = given(counted, {
			type: 'view',
			what: {
				type: 'filters-read',
				filters: [{ name: 'a', filter: '' }, ...counted.view.filters],
				earlier: [],
			},
		});
		expect(chosenIn(others)).toBe('mine');
	});

	test('moves to the filter that is saved in it', () => {
		const state = given(open(given(begin, saved('b', 'x'))), saved('a', 'y'));
		expect(chosenIn(state)).toBe('a');
	});
});

test('the dialog of filters offers only the most frequent statuses', () => {
	const some = downloads[0] as Download;
	const list = Array.from({ length: 20_000 }, (_, at): Download => {
		const infohash = String(at).padStart(40, '0');
		return { ...some, infohash, status: at < 3 ? 'SEEDING' : `ODD_${at}` };
	});
	const checkpoints = { all_loaded: true, loaded: list.length, total: list.length };
	const state = given(begin, {
		type: 'answer',
		query: 'downloads',
		endpoint: 'listDownloads',
		answer: { downloads: list, checkpoints },
		at: begin.now,
	});
	const choices = filterChoices(found(open(state)));
	expect(choices.length).toBeLessThan(120);
	expect(choices.find(({ name }) => name === 'seeding')?.count).toBe(3);
});
