import { expect, test } from 'vitest';
import { width as widthOf } from '../../source/format/cells.ts';
import { tabBar } from '../../source/tui/panes/downloads/tab-bar.ts';
import { tabs } from '../../source/tui/panes/downloads/tabs/registry.ts';
import { layOutPane } from '../../source/tui/shell/layout.ts';
import { chooseTheme } from '../../source/tui/theme/choose-theme.ts';

const theme = chooseTheme({ NO_COLOR: '1' });

test('maximized details show the name of their download, at any width', () => {
	const name = 'Show.S01E01.1080p.WEB.x264-GROUP';
	for (let width = 60; width <= 200; width++) {
		for (const tab of Object.values(tabs).map(({ id }) => id)) {
			const bar = tabBar({
				theme,
				width,
				tab,
				focused: true,
				ruled: false,
				alone: true,
				name,
				position: '36 of 48',
			}).replace(/\u001b\[[\d;]*m/g, '');
			expect(widthOf(bar)).toBe(width);
			expect([width, tab, bar]).toEqual([width, tab, expect.stringContaining('Show.S01E01')]);
			expect([width, tab, bar]).toEqual([width, tab, expect.stringContaining('36 of 48')]);
		}
	}
});

test('a list above details has at most one row per download, and at most half of the window', () => {
	const of = (rows: number) => {
		const { list, details } = layOutPane(80, 20, 'split', rows);
		return [list.height, details.height];
	};
	expect(of(1)).toEqual([2, 18]);
	expect(of(5)).toEqual([6, 14]);
	expect(of(9)).toEqual([10, 10]);
	expect(of(3000)).toEqual([10, 10]);
});
