import { expect, test } from 'vitest';
import type { State } from '../../../../source/state/core/state.ts';
import { channelLegends } from '../../../../source/tui/panes/channels/legend.ts';
import { filesLegend } from '../../../../source/tui/panes/downloads/tabs/files/tab.tsx';
import { marketLegends } from '../../../../source/tui/panes/market/legend.ts';
import { commandsBeneath } from '../../../../source/tui/shell/commands/pane-keymap.ts';
import { helpHeadings, helpLayout } from '../../../../source/tui/shell/dialogs/help/rows.ts';
import { channelScreens } from '../../../screens/channel-states.ts';
import { filesScreens } from '../../../screens/files-states.ts';
import { marketScreens } from '../../../screens/market-states.ts';
import { screens } from '../../../screens/states.ts';

const linesOf = (state: State) => helpLayout(commandsBeneath(state), state, 80).columns.flat();

const legends = [
	...Object.entries(marketLegends).map(
		([section, legend]) => [`market-${section}`, legend, marketScreens] as const,
	),
	...Object.entries(channelLegends).map(
		([section, legend]) => [`channels-${section}`, legend, channelScreens] as const,
	),
	['files', filesLegend, filesScreens] as const,
];

test.each(legends)(
	'help shows the legend of %s before the keys of the cockpit',
	(section, legend, sectionScreens) => {
		const lines = linesOf(sectionScreens[section] as State);
		const headings = lines.flatMap(({ heading }) => heading ?? []);
		const at = headings.indexOf(helpHeadings.legend);
		expect(headings[at + 1]).toBe(helpHeadings.cockpit);
		const first = lines.findIndex(({ heading }) => heading === helpHeadings.legend) + 1;
		const shown = lines.slice(first, first + legend.length);
		expect(shown.map(({ keys = '', text }) => [keys.trim(), text])).toEqual(
			legend.map(({ sign, meaning }) => [sign, meaning]),
		);
	},
);

test('help of a pane without a legend has no heading for one', () => {
	const headings = linesOf(screens.downloads as State).map(({ heading }) => heading);
	expect(headings).not.toContain(helpHeadings.legend);
});
