import { describe, expect, test } from 'vitest';
import type { Message } from '../../../source/state/core/message.ts';
import { initialState, type State } from '../../../source/state/core/state.ts';
import { changedView, readView } from '../../../source/state/view/saved-view.ts';
import { type ColorsSlice, initialColors, themeNameOf } from '../../../source/state/view/theme.ts';
import { themeNames } from '../../../source/state/view/theme-names.ts';
import { update } from '../../../source/tui/shell/update.ts';

const begun = initialState('http://localhost:1', 'test', 0);

function applied(state: State, ...messages: readonly Message[]): State {
	return messages.reduce(update, state);
}

const begin = (colors: Partial<ColorsSlice>): Message => ({
	type: 'colors',
	what: { type: 'begin', colors: { ...initialColors, ...colors } },
});
const suitable = (theme: 'dark' | 'light'): Message => ({
	type: 'colors',
	what: { type: 'reported', background: theme, suitable: theme },
});
const saved = (text: string): Message => ({
	type: 'view',
	what: { type: 'read', saved: readView(text).saved },
});
const open = (theme: (typeof themeNames)[number]): Message => ({
	type: 'open',
	dialog: { kind: 'theme', chosen: themeNames.indexOf(theme) },
});

describe('the theme', () => {
	test('comes from flag, saved choice, settings, then terminal', () => {
		const of = (...messages: readonly Message[]) => themeNameOf(applied(begun, ...messages));
		const file = saved('{"theme": "ember"}');
		expect(of()).toBe('16');
		expect(of(suitable('light'))).toBe('light');
		expect(of(begin({ configured: 'ocean' }), suitable('light'))).toBe('ocean');
		expect(of(begin({ configured: 'ocean' }), file)).toBe('ember');
		expect(of(begin({ requested: 'none', configured: 'ocean' }), file)).toBe('none');
	});

	test('is that under the cursor of the dialog, until it is cancelled', () => {
		const opened = applied(begun, begin({ requested: 'dark' }), open('dark'));
		const moved = applied(opened, { type: 'move', rows: 2 });
		expect(themeNameOf(moved)).toBe(themeNames[themeNames.indexOf('dark') + 2]);
		expect(moved.view.theme).toBeUndefined();
		const closed = applied(moved, { type: 'close' });
		expect(themeNameOf(closed)).toBe('dark');
		expect(closed.view).toBe(opened.view);
	});

	test('stays when the dialog applies it, whatever flag, settings and terminal say', () => {
		const begunWith = begin({ requested: 'dark', configured: 'ocean' });
		const kept = applied(begun, begunWith, open('violet'), { type: 'colors', what: { type: 'choose' } });
		expect(kept.dialogs).toEqual([]);
		expect(kept.view.theme).toBe('violet');
		expect(themeNameOf(applied(kept, suitable('light')))).toBe('violet');
	});

	test('is saved, and only a known one is read', () => {
		const { saved: before } = readView('{}');
		const text = changedView('{"theme": "ember", "later": 1}', before, { ...before, theme: 'paper' });
		expect(JSON.parse(text)).toEqual({ theme: 'paper', later: 1 });
		expect(readView(text)).toMatchObject({ saved: { theme: 'paper' }, faults: [] });
		expect(readView('{"theme": "pink"}')).toMatchObject({
			saved: { theme: undefined },
			faults: [expect.stringContaining('pink')],
		});
	});
});
