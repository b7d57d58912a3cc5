import { expect, test } from 'vitest';
import { declaredKeys } from '../../source/state/core/keys.ts';
import { plainText } from '../../source/tui/components/compose-line.ts';
import {
	contentOf,
	frameOf,
	hasRoomForDetails,
	layOutPane,
	paneArea,
} from '../../source/tui/components/layout.ts';
import { edgeSegments } from '../../source/tui/components/panel-edge.ts';
import { detailsEdges } from '../../source/tui/panes/downloads/tab-bar.ts';
import { tabs } from '../../source/tui/panes/downloads/tabs/registry.ts';

test('maximized details show the name of their download, at any width', () => {
	const name = 'Show.S01E01.1080p.WEB.x264-GROUP';
	for (let width = 60; width <= 200; width++) {
		for (const tab of Object.values(tabs).map(({ id }) => id)) {
			for (const frame of ['box', 'line'] as const) {
				const given = { width, frame, token: 'border' } as const;
				const { top, bottom } = detailsEdges({
					width,
					frame,
					tab,
					alone: true,
					name,
					position: '36 of 48',
					note: '20 of 120 files selected, 1.4 MiB of 12.4 MiB  filter: flac 3 files',
					keys: declaredKeys,
				});
				const more = frame === 'line' ? { more: bottom } : {};
				const upper = plainText(edgeSegments({ ...given, ...top, ...more, side: 'top' }));
				const lower = plainText(edgeSegments({ ...given, ...bottom, side: 'bottom' }));
				expect([width, tab, upper]).toEqual([width, tab, expect.stringMatching(/Show\.S/)]);
				if (frame === 'box') expect(lower).toContain('╰─ 20 of 120 files selected');
				expect([width, tab, frame === 'line' ? upper : lower]).toEqual([
					width,
					tab,
					expect.stringContaining('36 of 48'),
				]);
			}
		}
	}
});

test('the border of details shows the current tab as a whole, at any width', () => {
	for (let width = 40; width <= 120; width++) {
		for (const { id: tab, title } of Object.values(tabs)) {
			for (const frame of ['box', 'line'] as const) {
				for (const position of ['', '36 of 48']) {
					const keys = declaredKeys;
					const given = { width, frame, tab, alone: false, name: 'a.iso', position, note: '', keys };
					const { top } = detailsEdges(given);
					const border = plainText(edgeSegments({ ...given, ...top, token: 'border', side: 'top' }));
					expect([width, frame, border]).toEqual([width, frame, expect.stringContaining(`[${title}]`)]);
				}
			}
		}
	}
});

const heightsOf = (rows: number, downloads: number) => {
	const { list, details } = layOutPane(paneArea(80, rows), 'split', downloads);
	return [list.height, details.height];
};

test('a list above details has at most one row per download and leaves the rest to them', () => {
	expect(heightsOf(24, 1)).toEqual([4, 17]);
	expect(heightsOf(24, 5)).toEqual([8, 13]);
	expect(heightsOf(24, 3000)).toEqual([12, 9]);
	expect(heightsOf(50, 3000)).toEqual([26, 18]);
});

test('80×24 has nine downloads above seven lines of details', () => {
	const { list, details } = layOutPane(paneArea(80, 24), 'split', 198);
	expect([contentOf(list), contentOf(details)]).toEqual([
		{ width: 76, height: 10, gutter: 1 },
		{ width: 76, height: 7, gutter: 1 },
	]);
	expect([hasRoomForDetails(23), hasRoomForDetails(24)]).toEqual([false, true]);
});

test('small screens have no boxes', () => {
	expect([frameOf(59, 24), frameOf(60, 16), frameOf(200, 15)]).toEqual(['line', 'box', 'line']);
	const { list, details } = layOutPane(paneArea(40, 10), 'split', 198);
	expect([contentOf(list), contentOf(details)]).toEqual([
		{ width: 40, height: 2, gutter: 0 },
		{ width: 40, height: 3, gutter: 0 },
	]);
	expect(layOutPane(paneArea(40, 10), 'full').details.height).toBe(6);
});
