import { expect, test } from 'vitest';
import type { Download } from '../../../../source/protocol/resources/download.ts';
import type { State } from '../../../../source/state/core/state.ts';
import { plainText } from '../../../../source/tui/components/compose-line.ts';
import { NAME_CELLS, stateWords } from '../../../../source/tui/panes/downloads/tabs/overview/entries.ts';
import { rateGraphs } from '../../../../source/tui/panes/downloads/tabs/overview/graphs.ts';
import { layOutOverview } from '../../../../source/tui/panes/downloads/tabs/overview/layout.ts';
import { overviewTab } from '../../../../source/tui/panes/downloads/tabs/overview/tab.tsx';
import { update } from '../../../../source/tui/shell/update.ts';
import { chooseTheme } from '../../../../source/tui/theme/choose-theme.ts';
import { namedDownloads } from '../../../screens/named-downloads.ts';
import { screens } from '../../../screens/states.ts';

const theme = chooseTheme({ NO_COLOR: '1' });
const MiB = 1024 ** 2;

interface Overview {
	readonly state: State;
	readonly download: Download;
}

/** Returns the state after so many seconds with a download of these fields. */
function overviewOf(fields: Record<string, unknown>, seconds = 0): Overview {
	const [download] = namedDownloads(['one'], { error: '', ...fields });
	const begin = screens.downloads;
	if (!download || !begin) throw new Error('there is no download');
	let state = update(begin, {
		type: 'answer',
		query: 'downloads',
		endpoint: 'listDownloads',
		answer: { downloads: [download] },
		at: begin.now,
	});
	for (let second = 0; second < seconds; second++) {
		state = update(state, { type: 'tick', now: state.now + 1_000 });
	}
	return { state, download };
}

const moving = {
	status: 'DOWNLOADING',
	progress: 0.41,
	size: 784 * MiB,
	eta: 80,
	speed_down: 12.4 * MiB,
	speed_up: 300_000,
	num_seeds: 48,
	num_connected_seeds: 12,
	num_peers: 9,
	num_connected_peers: 3,
	ratio: 0.02,
	availability: 12.4,
	destination: '/srv/torrents',
	infohash: `${'c0ffee'.repeat(6)}c0ff`,
};

function linesOf(overview: Overview, width: number, height: number): readonly string[] {
	const { rows, height: shown } = layOutOverview({ ...overview, width, height });
	return rows.slice(0, shown).map((row) =>
		row.reduce((line, { entry, left }) => {
			return `${line.padEnd(left)}${entry.name.padEnd(NAME_CELLS)}${plainText(entry.value)}`;
		}, ''),
	);
}

test('seven lines show state, progress, peers, ratio, and graphs beside them', () => {
	const overview = overviewOf(moving, 60);
	const lines = linesOf(overview, 76, 7);
	expect(lines[0]).toContain(`▼ ${stateWords.downloading}, 1m 20s left`);
	expect(lines[1]).toMatch(/^done +41\.0% .*321 MiB of 784 MiB$/);
	expect(lines.join('\n')).toMatch(/^seeds +12 of 48 +peers +3 of 9$/m);
	expect(lines.join('\n')).toMatch(/^ratio +0\.02 +copies +12\.4$/m);
	const { graphs } = layOutOverview({ ...overview, width: 76, height: 7 });
	expect(graphs).toMatchObject({ place: 'beside', height: 4 });
	const drawn = rateGraphs({ ...overview, history: overview.state.history, theme, cells: 27, height: 4 });
	const plain = drawn.map((line) => line.replace(/\u001b\[[\d;]*m/g, ''));
	expect(plain).toHaveLength(7);
	expect(plain[0]).toMatch(/^▼ 12\.4 MiB\/s +peak 12\.4 MiB$/);
	expect(plain[5]).toMatch(/^▲ 293 KiB\/s +peak 293 KiB$/);
	expect(plain[6]).toMatch(/^1m ago .*now *$/);
});

test('the state has a sign, words, and the status of the service where it says more', () => {
	const first = (fields: Record<string, unknown>) => linesOf(overviewOf(fields), 116, 20)[0];
	const state = (fields: Record<string, unknown>) => first(fields)?.slice(NAME_CELLS).trim();
	expect(state({ status: 'SEEDING', progress: 1 })).toBe(`▲ ${stateWords.seeding}`);
	expect(state({ status: 'STOPPED' })).toBe(`‖ ${stateWords.stopped}`);
	expect(first({ ...moving, speed_down: 0, speed_up: 0 })).not.toContain('DOWNLOADING');
	expect(first({ status: 'METADATA', speed_down: 0 })).toMatch(/◌ stalled.* METADATA$/);
	expect(state({ status: 'STOPPED_ON_ERROR', error: 'disk full' })).toMatch(/^✗ error/);
	expect(first({ status: 'STOPPED_ON_ERROR', error: 'disk full' })).not.toContain('STOPPED_ON_ERROR');
	expect(first({ status: 'SEEDING', error: 'disk full' })).toMatch(/✗ error +SEEDING/);
	const queued = first({ status: 'QUEUED', queue_position: 2, auto_managed: true });
	expect(queued).toMatch(/waiting, number 3 in the queue +QUEUED$/);
});

test('the time of the addition has its age from a minute on', () => {
	const addedBefore = (seconds: number) => {
		const time_added = (screens.downloads?.now ?? 0) / 1_000 - seconds;
		return linesOf(overviewOf({ ...moving, time_added }), 116, 20).find((line) => line.includes('added'));
	};
	expect(addedBefore(2 * 3_600 + 60)).toMatch(/ \d\d:\d\d:\d\d, 2h ago/);
	expect(addedBefore(90)).toMatch(/, 1m ago/);
	expect(addedBefore(20)).not.toContain('ago');
});

test('a wide overview cuts no value, and every width shows all of them', () => {
	const overview = overviewOf({ ...moving, error: 'cannot write: no space left on device' }, 60);
	const spoken = overviewTab.facts(overview.state).map(([name]) => name);
	for (const width of [40, 60, 76, 99, 100, 116, 150, 196]) {
		const lines = linesOf(overview, width, 100);
		for (const line of lines) expect(line).not.toContain('…');
		for (const value of ['/srv/torrents', 'no space left on device', 'one', moving.infohash.slice(0, 20)]) {
			expect(lines.join(' ').replaceAll(/ {2,}/g, ' ')).toContain(value);
		}
	}
	expect(spoken.slice(0, 4)).toEqual(['name', 'status', 'error', 'progress']);
});

test('a wide overview has two columns of facts, and a high one its graphs below them', () => {
	const overview = overviewOf(moving, 60);
	expect(layOutOverview({ ...overview, width: 116, height: 12 }).graphs?.place).toBe('beside');
	expect(layOutOverview({ ...overview, width: 76, height: 40 }).graphs?.place).toBe('below');
	expect(layOutOverview({ ...overview, width: 36, height: 7 }).graphs).toBeUndefined();
	expect(
		layOutOverview({
			...overviewOf({ status: 'SEEDING', speed_down: 0, speed_up: 0 }, 60),
			width: 116,
			height: 12,
		}).graphs,
	).toBeUndefined();
});

test('a line shows the pieces if they are known without a request', () => {
	const piecesOf = (fields: Record<string, unknown>) =>
		layOutOverview({ ...overviewOf({ total_pieces: 50, ...fields }), width: 76, height: 7 }).pieces?.shades;
	expect(piecesOf({ progress: 1, status: 'SEEDING' })).toEqual(Array(50).fill('all'));
	expect(piecesOf({ progress: 0 })).toEqual(Array(50).fill('none'));
	expect(piecesOf({ progress: 0.5 })).toBeUndefined();
});
