import { expect, test } from 'vitest';
import { type DownloadState, downloadStates } from '../../../source/columns/download-state.ts';
import type { State } from '../../../source/state/core/state.ts';
import { plainText } from '../../../source/tui/components/compose-line.ts';
import { edgeSegments, type Frame } from '../../../source/tui/components/panel-edge.ts';
import { paneEdges } from '../../../source/tui/shell/pane-edges.ts';
import { currentPane } from '../../../source/tui/shell/panes.ts';
import { countForms } from '../../../source/tui/shell/state-counts.ts';
import { screens } from '../../screens/states.ts';

function screen(name: string): State {
	const state = screens[name];
	if (!state) throw new Error(`there is no screen ${name}`);
	return state;
}

/** Returns the downloads pane with so many of each state, and the active filter. */
function counting(states: Partial<Record<DownloadState, number>>, filter = ''): State {
	const state = screen('downloads');
	const { totals } = state.downloads;
	return {
		...state,
		downloads: {
			...state.downloads,
			filter,
			totals: { ...totals, states: new Map(downloadStates.map((each) => [each, states[each] ?? 0])) },
		},
	};
}

function edgesOf(state: State, width: number, frame: Frame = 'box'): readonly [top: string, bottom: string] {
	const { top, bottom } = paneEdges(currentPane(state), state, { width, height: 20, frame });
	const given = { width, frame, token: 'border' } as const;
	return [
		plainText(edgeSegments({ ...given, ...top, more: bottom, side: 'top' })),
		plainText(edgeSegments({ ...given, ...bottom, side: 'bottom' })),
	];
}

const many = { stopped: 3333, seeding: 3334, metadata: 2, downloading: 3333, error: 1 };
const { cursorAt, list } = screen('downloads').downloads;
const place = `${cursorAt + 1} of ${list.length}`;

test('the upper border has all panes and the counts, the lower one the position', () => {
	const [top, bottom] = edgesOf(counting({ seeding: 2 }), 120);
	expect(top).toMatch(/^╭─ 1 Downloads {2}2 Events {2}3 .* ─+ ▼0 ▲2 ◌0 ‖0 ✗0 .*─╮$/);
	expect(bottom).toMatch(new RegExp(`^╰─+ ${place} ─╯$`));
});

test('titles of panes become short before counts are left out', () => {
	const [first, ...others] = countForms(counting(many));
	expect(plainText(first ?? [])).not.toBe('');
	expect(others.at(-1)).toEqual([]);
	for (let width = 60; width <= 200; width++) {
		const [top] = edgesOf(counting(many), width);
		expect(top).toHaveLength(width);
		expect(top).toContain('1 Downloads');
		const isShort = !top.includes('Events');
		const hasAll = top.includes(plainText(first ?? []));
		expect([width, isShort || hasAll]).toEqual([width, true]);
	}
});

test('filter, selection and position stay at any width', () => {
	for (const frame of ['box', 'line'] as const) {
		for (let width = 40; width <= 200; width++) {
			const { downloads } = counting(many, 'is:idle');
			const selection = new Set(downloads.view.slice(0, 1).map(({ infohash }) => infohash));
			const sort = { column: 'name', descending: false, ties: [{ column: 'size', descending: true }] };
			const state = { ...counting(many), downloads: { ...downloads, selection, sort } };
			const shown = edgesOf(state, width, frame)[frame === 'box' ? 1 : 0];
			for (const text of ['1 selected', '/is:idle', place]) {
				if (frame === 'line' && width < 50 && text !== '/is:idle') continue;
				expect([frame, width, shown]).toEqual([frame, width, expect.stringContaining(text)]);
			}
			if (width >= 120) expect(shown).toContain('↑NAME, then ↓SIZE');
		}
	}
});

test('the border keeps the number of rows while the row of the cursor is missing', () => {
	const state = counting(many);
	const missing = { ...state, downloads: { ...state.downloads, cursorAt: -1 } };
	const [, bottom] = edgesOf(missing, 60);
	expect(bottom).toContain(` – of ${list.length} ─╯`);
});
