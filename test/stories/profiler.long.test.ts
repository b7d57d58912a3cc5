import { expect, test } from 'vitest';
import { disabledText } from '../../source/service/debug/debug.ts';
import { viewCommandsText } from '../../source/tui/panes/downloads/view-commands.ts';
import { openCockpit } from '../fixtures/cockpit.ts';
import { runService } from '../fixtures/service.ts';

test('a service with --no-debug refuses the profiler with its reason', async () => {
	const without = await runService({ flags: ['--no-debug'] });
	const { user, screen } = await openCockpit(without, { columns: 160 });
	await screen.shows(viewCommandsText.noDownloads);
	user.press('profiler');
	const [reason] = disabledText('').trim().split(',');
	await screen.shows(new RegExp(`^✗ Starting the profiler: .* ${reason}`, 'm'));
	expect(screen.text()).not.toContain('profiler  ');
});
