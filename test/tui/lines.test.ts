import { expect, test } from 'vitest';
import { initialState, type State } from '../../source/state/core/state.ts';
import { coveringLine, footerLines } from '../../source/tui/shell/footer.ts';
import { headerLines } from '../../source/tui/shell/header.ts';
import { update } from '../../source/tui/shell/update.ts';
import { chooseTheme } from '../../source/tui/theme/choose-theme.ts';

const theme = chooseTheme({ NO_COLOR: '1' });
const begin = initialState('http://x', 'a test', 0);
const plain = (lines: string[]) => lines.map((line) => line.replace(/\u001b\[[\d;]*m/g, '').trimEnd());
const failing = (message: string, hint: string): State =>
	update(begin, {
		type: 'query-failed',
		query: 'downloads',
		failure: { kind: 'malformed', message, hint },
		at: 0,
	});

test('the header shows a request that waits for two ticks', () => {
	const lineOf = (state: State) => plain(headerLines(state, theme, 80))[0];
	const waiting = update(begin, { type: 'write-began', count: 1 });
	const once = update(waiting, { type: 'tick', now: 1_000 });
	for (const state of [waiting, once]) expect(lineOf(state)).toMatch(/○ \S+ connecting {2}/);
	const twice = update(once, { type: 'tick', now: 2_000 });
	expect(lineOf(twice)).toMatch(/○ \S+ connecting … 1 pending/);
	expect(lineOf(update(twice, { type: 'write-ended', news: undefined, at: 2_000 }))).toMatch(
		/○ \S+ connecting {2}/,
	);
});

test('failure and next step are two sentences; the reason comes first if there is no room for both', () => {
	const state = failing('GET /downloads: the response is not JSON', 'Check the base path.');
	expect(plain(footerLines(state, theme, 80))[0]).toBe(
		'✗ GET /downloads: the response is not JSON. Check the base path.',
	);
	expect(plain(footerLines(state, theme, 60))[0]).toBe('✗ GET /downloads: the response is not JSON.');
});

test('a long path in a message is shortened, so that the reason at the end is visible', () => {
	const text = `cannot write /srv/${'folder/'.repeat(20)}file.bin: the folder is full`;
	const state = update(begin, { type: 'news', news: { level: 'error', text }, at: 0 });
	const [above, below] = plain([coveringLine(state, theme, 60) ?? '', ...footerLines(state, theme, 60)]);
	expect(above).toMatch(/^✗ cannot write \/srv\//);
	expect(above?.length).toBeLessThanOrEqual(60);
	expect(`${above}${below}`).toMatch(/….*: +the folder is full$/);
});

test('hints are shown whole or not at all, help and quit are dropped last', () => {
	expect(plain(footerLines(begin, theme, 80))[1]).toBe(': commands  a add  / filter  ? help  q quit');
	expect(plain(footerLines(begin, theme, 34))[1]).toBe(': commands  a add  ? help  q quit');
	expect(plain(footerLines(begin, theme, 28))[1]).toBe(': commands  ? help  q quit');
	expect(plain(footerLines(begin, theme, 24))[1]).toBe('? help  q quit');
});
