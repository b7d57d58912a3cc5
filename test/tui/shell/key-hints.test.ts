import { expect, test } from 'vitest';
import type { State } from '../../../source/state/core/state.ts';
import { createStore } from '../../../source/state/core/store.ts';
import { current } from '../../../source/state/downloads/downloads.ts';
import type { News } from '../../../source/state/events/journal.ts';
import { findNode } from '../../../source/state/files/tree.ts';
import { viewCommandsText } from '../../../source/tui/panes/downloads/view-commands.ts';
import { footerLines } from '../../../source/tui/shell/footer.ts';
import { update } from '../../../source/tui/shell/update.ts';
import { chooseTheme } from '../../../source/tui/theme/choose-theme.ts';
import { withFiles } from '../../screens/files-states.ts';
import { listing, namedDownloads } from '../../screens/named-downloads.ts';
import { presser } from '../../screens/pressing.ts';

const listed = listing(namedDownloads(['alpha', 'beta', 'gamma', 'zz top', 'zzz']));
const theme = chooseTheme({ NO_COLOR: '1' });
const hints = (state: State) =>
	(footerLines(state, theme, 80)[1] ?? '').replace(/\x1b\[[\d;]*m/g, '').split(/ {2,}/);

function pressed(state: State, ...keys: string[]): State {
	const store = createStore(state, update);
	presser(store, () => ({ columns: 80, rows: 24 }))(...keys);
	return store.get();
}

test('the cursor returns to its download after an applied filter that shows nothing', () => {
	const onBeta = pressed(listed, 'j');
	expect(current(onBeta.downloads)?.name).toBe('beta');
	// The first letters move the cursor to another download.
	expect(current(pressed(onBeta, '/', ...'zz').downloads)?.name).toMatch(/^zz/);
	const empty = pressed(onBeta, '/', ...'zzzzz', 'enter');
	expect(empty.downloads.view).toEqual([]);
	expect(current(pressed(empty, 'escape').downloads)?.name).toBe('beta');
	// It also returns while letters are deleted.
	expect(current(pressed(onBeta, '/', ...'zzzzz', ...Array(5).fill('backspace')).downloads)?.name).toBe(
		'beta',
	);
});

test('esc is named while it clears the filter of the list', () => {
	const clear = 'esc show all';
	expect(hints(listed)).not.toContain(clear);
	const filtered = pressed(listed, '/', 'z', 'enter');
	expect(hints(filtered).slice(0, 2)).toEqual(['enter details', clear]);
	expect(hints(pressed(listed, '/', 'q', 'enter'))[0]).toBe(clear);
	expect(hints(pressed(filtered, 'escape'))).not.toContain(clear);
	// It ends a range, and leaves details, before it clears the filter.
	for (const key of ['V', 'enter']) expect(hints(pressed(filtered, key))).not.toContain(clear);
	expect(hints(pressed(filtered, 'V', 'escape'))).toContain(clear);
});

test('enter is named for events only if it goes somewhere', () => {
	const after = (news: Pick<News, 'infohash'>) =>
		hints(
			pressed(
				update(listed, { type: 'news', news: { level: 'info', text: 'An order.', ...news }, at: 1 }),
				'2',
			),
		);
	expect(after({ infohash: listed.downloads.list[1]?.infohash })[0]).toBe('enter go to it');
	expect(after({}).some((hint) => hint.startsWith('enter'))).toBe(false);
	expect(after({ infohash: 'f'.repeat(40) }).some((hint) => hint.startsWith('enter'))).toBe(false);
});

test('enter is named after its effect on the folder', () => {
	const files = ['a/one', 'a/two', 'b'].map((name, index) => ({
		name,
		index,
		size: 1,
		included: true,
		progress: 1,
	}));
	const state = withFiles(files);
	const { all } = state.details.files;
	expect(all && findNode(all.tree, 'a')).toBe(0);
	const isExpanded = all?.expanded[0] === 1;
	const [first, then] = isExpanded ? ['enter fold', 'enter open'] : ['enter open', 'enter fold'];
	const onFolder = pressed(state, 'home');
	expect(hints(onFolder)[0]).toBe(first);
	expect(hints(pressed(onFolder, 'enter'))[0]).toBe(then);
	expect(hints(pressed(onFolder, 'end'))[0]).not.toContain('enter');
});

test('enter in details without a use for it names the way back', () => {
	const opened = pressed(listed, 'enter', 'enter');
	expect(opened.journal.notice?.text).toBe(viewCommandsText.inDetails);
	expect(pressed(opened, 'escape').details.focused).toBe(false);
});
