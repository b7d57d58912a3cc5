import { beforeAll, expect, test } from 'vitest';
import { disabledText } from '../../source/service/debug/debug.ts';
import { profileText } from '../../source/tui/dialogs/profile/dialog.tsx';
import { viewCommandsText } from '../../source/tui/panes/downloads/view-commands.ts';
import { openCockpit } from '../fixtures/cockpit.ts';
import { addComplete, runService, type TestService } from '../fixtures/service.ts';
import { profile } from './profiler-scene.ts';

test('a service with --no-debug refuses the profiler with its reason', async () => {
	const without = await runService({ flags: ['--no-debug'] });
	const { user, screen } = await openCockpit(without, { columns: 160 });
	await screen.shows(viewCommandsText.noDownloads);
	user.press('profiler');
	const [reason] = disabledText('').trim().split(',');
	await screen.shows(new RegExp(`^✗ Starting the profiler: .* ${reason}`, 'm'));
	expect(screen.text()).not.toContain('profiler  ');
});

let service: TestService;

beforeAll(async () => {
	service = await runService();
	await addComplete(service, 'kept');
});

const summary = new RegExp(profileText.summary('\\d+s', '\\d+'));

test('a user stops a profiler that another client started, and reads the hottest functions from the notice and from the event', async () => {
	const { user, screen } = await openCockpit(service, { columns: 120 });
	await screen.counts(1, 'SEEDING');
	await service.client().startProfiler();
	user.press('refresh');
	await screen.shows(/● profiler \d+s/);
	user.press('profiler');
	await screen.offers('notice-profile');
	expect(screen.text()).not.toContain('● profiler');
	user.press('notice-profile');
	await screen.shows('Hottest functions', '-engine.cpuprofile', summary);
	user.press('profile-other');
	await screen.shows('-service.cpuprofile');
	user.press('profile-close');
	await screen.hides('Hottest functions');
	user.press('refresh');
	await screen.hides(profile);
	user.press('pane-events');
	await screen.shows(/success +Profile: /);
	user.press('event-download');
	await screen.shows('Hottest functions', summary);
	user.press('profile-close');
	await screen.hides('Hottest functions');
	// Another client stops the profiler of the user.
	user.press('profiler');
	await screen.shows(/● profiler \d+s/);
	await service.client().stopProfiler();
	await screen.shows(profile);
	await screen.hides('● profiler');
});
