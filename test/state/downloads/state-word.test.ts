import { expect, test } from 'vitest';
import { downloadStates } from '../../../source/columns/download-state.ts';
import type { State } from '../../../source/state/core/state.ts';
import { createStore } from '../../../source/state/core/store.ts';
import { stateInstead } from '../../../source/state/downloads/state-word.ts';
import { noMatchesText } from '../../../source/tui/panes/downloads/no-matches.ts';
import { footerLines } from '../../../source/tui/shell/footer.ts';
import { currentPane } from '../../../source/tui/shell/panes.ts';
import { update } from '../../../source/tui/shell/update.ts';
import { chooseTheme } from '../../../source/tui/theme/choose-theme.ts';
import { listing, namedDownloads } from '../../screens/named-downloads.ts';
import { presser } from '../../screens/pressing.ts';

const listed = listing(namedDownloads(['one', 'two']));
const filtered = (filter: string, state: State = listed) =>
	update(state, { type: 'view', what: { type: 'filter', filter } }).downloads;
const instead = (filter: string) => stateInstead(filtered(filter))?.filter;

function pressed(...keys: string[]): State {
	const store = createStore(listed, update);
	presser(store, () => ({ columns: 80, rows: 24 }))(...keys);
	return store.get();
}

test('the name of a state that no download has in its name leads to a filter by that state', () => {
	for (const state of downloadStates.filter((each) => each !== 'error')) {
		expect(instead(state)).toBe(`state:${state}`);
		expect(instead(`${state.toUpperCase()} `)).toBe(`state:${state}`);
	}
	expect(instead('paused')).toBe('state:stopped');
});

test('so does the beginning of a name, if only one state has it', () => {
	for (const [word, state] of Object.entries({
		stal: 'stalled',
		STO: 'stopped',
		err: 'error',
		pau: 'stopped',
	}))
		expect([word, instead(word)]).toEqual([word, `state:${state}`]);
	expect(instead('stalling')).toBeUndefined();
	const named = listing(namedDownloads(['installation']));
	expect(stateInstead(filtered('stal', named))).toBeUndefined();
});

test('other filters keep their meaning', () => {
	for (const filter of [
		'',
		'error',
		'is:stalled',
		'"stalled"',
		'-stalled',
		'st',
		'stalls',
		'stalled x',
		'one',
	])
		expect([filter, instead(filter)]).toEqual([filter, undefined]);
	const named = listing(namedDownloads(['the stalled train']));
	expect(stateInstead(filtered('stalled', named))).toBeUndefined();
});

test('enter filters by the state, as the list and the key line say before', () => {
	const typed = pressed('/', ...'stalled');
	const found = stateInstead(typed.downloads);
	if (!found) throw new Error('no state is found');
	expect(currentPane(typed).message(typed)?.lines).toContain(noMatchesText.stateInstead(found));
	const theme = chooseTheme({ NO_COLOR: '1' });
	expect(footerLines(typed, theme, 80)[1]).toContain(found.filter);
	const kept = pressed('/', ...'stalled', 'enter');
	expect(kept.dialogs).toEqual([]);
	expect(kept.downloads.filter).toBe(found.filter);
	expect(kept.view.earlier).toEqual([found.filter]);
	expect(pressed('/', ...'stalled', 'escape').downloads.filter).toBe('');
});
