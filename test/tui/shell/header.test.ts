import { expect, test } from 'vitest';
import { shortAddress } from '../../../source/format/short-address.ts';
import type { State } from '../../../source/state/core/state.ts';
import { plainText } from '../../../source/tui/components/compose-line.ts';
import { headerLines, headerPanel, headerText, isSameHeader } from '../../../source/tui/shell/header.ts';
import { update } from '../../../source/tui/shell/update.ts';
import { chooseTheme } from '../../../source/tui/theme/choose-theme.ts';
import { screens } from '../../screens/states.ts';

const GiB = 1024 ** 3;
const theme = chooseTheme({ NO_COLOR: '1' });

function screen(name: string): State {
	const state = screens[name];
	if (!state) throw new Error(`there is no screen ${name}`);
	return state;
}

const plain = (name: string, columns: number) => headerLines(screen(name), theme, columns)[0] ?? '';

test('the download rate stays if there is no room for both', () => {
	expect(plain('downloads', 120)).toMatch(/▼ .*▲ /);
	const narrow = Array.from({ length: 60 }, (_, index) => plain('downloads', 20 + index)).filter(
		(line) => !line.includes('▲'),
	);
	expect(narrow.length).toBeGreaterThan(0);
	for (const line of narrow.slice(-5)) expect(line).toContain('▼');
});

test('a connected service has a sign before its address, others their state in words after it', () => {
	const { connection } = screen('downloads');
	expect(plain('downloads', 80)).toContain(`${headerText.connected(shortAddress(connection.url))}  `);
	expect(plain('unreachable', 80).replace(/\u001b\[[\d;]*m/g, '')).toMatch(/✗ \S+ unreachable/);
});

test('the header shows how long a service has not answered, before a request fails', () => {
	const state = screen('downloads');
	const answeredAt = state.now - 12_000;
	const [line] = headerLines({ ...state, connection: { ...state.connection, answeredAt } }, theme, 80);
	expect(line).toMatch(/○/);
	expect(line).toContain(headerText.silent('12s'));
});

/** Returns a screen after some seconds with these rates, on a disk with free space. */
function busy(seconds: number, rate: (second: number) => number): State {
	let state = screen('downloads');
	const [first, ...others] = state.downloads.list;
	for (let second = 1; second <= seconds; second++) {
		const list = first ? [{ ...first, speed_down: rate(second), speed_up: 1_000 }, ...others] : [];
		state = update(state, {
			type: 'answer',
			query: 'downloads',
			endpoint: 'listDownloads',
			answer: { downloads: list },
			at: state.now,
		});
		state = update(state, { type: 'tick', now: state.now + 1_000 });
	}
	return update(state, { type: 'free-space', bytes: 71 * GiB, total: 2048 * GiB });
}

test('the header has graphs of both rates and the free space at 80 columns', () => {
	const [line = ''] = headerLines(
		busy(60, () => 12_400_000),
		theme,
		80,
	);
	const unstyled = line.replace(/\u001b\[[\d;]*m/g, '');
	expect(unstyled).toMatch(/^seedtop ● \S+ +▼ +\S+ [⣀-⣿]{4,} .*▲ +\S+ [⣀-⣿]{4,} .*71\.0 GiB free$/);
	expect(unstyled).toHaveLength(80);
});

test('a graph of the header changes once in several seconds', () => {
	const lines = Array.from({ length: 48 }, (_, second) => {
		const state = busy(300 + second, (at) => 5_000_000 + 400_000 * (at % 50));
		return /▼ \S+ (.*)▲/.exec(headerLines(state, theme, 80)[0] ?? '')?.[1] ?? '';
	});
	const changes = lines.filter((line, index) => index > 0 && line !== lines[index - 1]);
	expect(changes.length).toBeGreaterThan(0);
	expect(changes.length).toBeLessThanOrEqual(4);
});

test('the panel of the header has two lines of graphs, the peaks, and the used space in its border', () => {
	const state = busy(300, (second) => (second === 200 ? 90_000_000 : 10_000_000));
	const { top, lines } = headerPanel(state, theme, 120, 116);
	expect(plainText(top.right ?? [])).toBe('71.0 GiB free of 2.0 TiB ▓▓▓▓▓▓▓▓▓▓');
	const [first = '', second = ''] = lines.map((line) => line.replace(/\u001b\[[\d;]*m/g, ''));
	expect(first).toMatch(/^▼ \S+ MiB\/s .*↑.* ▲ \S+ MiB\/s +[⣀-⣿]+ *$/);
	expect(second).toMatch(/^peak 8\d\.\d MiB\/s .* peak \S+ MiB\/s /);
	expect([first.length, second.length]).toEqual([116, 116]);
});

test('states with the same header show the same, and a key does not change it', () => {
	const shown = (state: State) =>
		JSON.stringify([headerLines(state, theme, 140), headerPanel(state, theme, 140, 136)]);
	const states = Object.values(screens);
	for (const one of states)
		for (const other of states) if (isSameHeader(one, other)) expect(shown(one)).toBe(shown(other));
	const state = screen('downloads');
	expect(isSameHeader(state, update(state, { type: 'move', rows: 1 }))).toBe(true);
	const later = update(state, { type: 'tick', now: state.now + 60_000 });
	expect(isSameHeader(state, later)).toBe(false);
});
