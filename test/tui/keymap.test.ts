import { expect, test } from 'vitest';
import { stoppedNews } from '../../source/state/connection/profiler.ts';
import { activeCommands } from '../../source/tui/shell/commands/keymap.ts';
import { panes } from '../../source/tui/shell/panes.ts';
import { update } from '../../source/tui/shell/update.ts';
import { listed, now } from '../screens/states.ts';

test.each(Object.values(panes))(
	'the keys of the pane $id work while a notice with an action is visible',
	({ id }) => {
		const opened = update(listed, { type: 'pane', pane: id });
		const noticed = update(opened, { type: 'news', news: stoppedNews(['/srv/a.cpuprofile']), at: now });
		const ids = activeCommands(noticed).map((command) => command.id);
		expect(ids).toContain('notice-profile');
		expect(ids.filter((each) => each !== 'notice-profile')).toEqual(
			activeCommands(opened).map((command) => command.id),
		);
	},
);
