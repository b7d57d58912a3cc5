import { expect, test } from 'vitest';
import type { State } from '../../../source/state/core/state.ts';
import { countForms } from '../../../source/tui/shell/state-counts.ts';
import { update } from '../../../source/tui/shell/update.ts';
import { listing, namedDownloads } from '../../screens/named-downloads.ts';

const [one, two, three] = namedDownloads(['one', 'two', 'three'], { error: '', speed_down: 0 });
if (!one || !two || !three) throw new Error('there are no downloads');
const state = listing([one, { ...two, status: 'SEEDING', progress: 1 }, { ...three, speed_down: 9 }]);
const stateCounts = (now: State) => countForms(now)[0] ?? [];
const text = (now: State) =>
	stateCounts(now)
		.map((segment) => segment.text)
		.join('');

/** Returns the state after a click on the number of a state. */
function clicked(now: State, value: string): State {
	const { target } =
		stateCounts(now).find((each) => each.target?.kind === 'condition' && each.target.value === value) ?? {};
	if (target?.kind !== 'condition') throw new Error(`no number of ${value}`);
	const { field } = target;
	return update(now, { type: 'view', what: { type: 'toggle-condition', field, value } });
}

test('numbers by state filter with a click, and show all with the next one', () => {
	expect(text(state)).toBe('▼1 ▲1 ◌1 ‖0 ✗0');
	const stalled = clicked(state, 'stalled');
	expect(stalled.downloads.view).toEqual([one]);
	expect(text(stalled)).toBe('▼1 ▲1 [◌1] ‖0 ✗0');
	const seeding = clicked(stalled, 'seeding');
	expect(seeding.downloads.filter).toBe('state:seeding');
	expect(seeding.downloads.view).toHaveLength(1);
	expect(clicked(seeding, 'seeding').downloads.filter).toBe('');
});

test('numbers by state keep the words of the filter', () => {
	const words = update(state, { type: 'view', what: { type: 'filter', filter: 'o' } });
	const stalled = clicked(words, 'stalled');
	expect(stalled.downloads.filter).toBe('o state:stalled');
	expect(clicked(stalled, 'stalled').downloads.filter).toBe('o');
});

test('numbers by state follow the list', () => {
	const checkpoints = { all_loaded: true, loaded: 2, total: 2 };
	const answer = {
		downloads: [
			{ ...one, speed_down: 4 },
			{ ...two, status: 'STOPPED' },
		],
		checkpoints,
	};
	expect(
		text(update(state, { type: 'answer', query: 'downloads', endpoint: 'listDownloads', answer, at: 1 })),
	).toBe('▼1 ▲0 ◌0 ‖1 ✗0');
});
