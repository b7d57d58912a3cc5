import { beforeAll, expect, test } from 'vitest';
import { AbsentError } from '../../source/client/errors.ts';
import { profileReaderText } from '../../source/runtime/profile-reader.ts';
import { profileText } from '../../source/tui/dialogs/profile/dialog.tsx';
import type { Pane } from '../../source/tui/panes/pane.ts';
import { panes } from '../../source/tui/panes/registry.ts';
import { openCockpit } from '../fixtures/cockpit.ts';
import { runForeign } from '../fixtures/foreign-service.ts';
import { addComplete, runService, type TestService } from '../fixtures/service.ts';

let service: TestService;

beforeAll(async () => {
	service = await runService();
	await addComplete(service, 'kept');
});

/** Commands that lead to every pane, and to every section of a pane. */
const places = Object.values<Pane>(panes).flatMap(({ id, sections }): string[][] =>
	sections ? sections.all.map(({ section }) => [`pane-${id}`, `section-${section.id}`]) : [[`pane-${id}`]],
);

const summary = new RegExp(profileText.summary('\\d+s', '\\d+'));
const profile = /^✓ Profile: \S+ in /m;

test('a user starts and stops the profiler from every pane and section', async () => {
	const { url, dialect } = await runForeign('7.14');
	const flags = dialect.key === undefined ? '' : `--api-key ${dialect.key}`;
	const { user, screen } = await openCockpit({ url }, { flags, columns: 120 });
	await screen.shows(/● 127/);
	for (const way of places) {
		for (const id of way) user.press(id);
		user.press('profiler');
		await screen.shows(/● profiler >?\d+s/);
		user.press('profiler');
		await screen.shows(profile);
		await screen.hides('● profiler');
		// Another command replaces the notice, so the next one is new.
		user.press('refresh');
		await screen.hides(profile);
	}
});

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

test('a second start on a service of 7.14 is a notice, and then the profiler is known to run', async () => {
	const { url, dialect, client } = await runForeign('7.14');
	const flags = dialect.key === undefined ? '' : `--api-key ${dialect.key}`;
	const { user, screen } = await openCockpit({ url }, { flags, columns: 120 });
	await screen.shows(/● 127/);
	await client.startProfiler();
	user.press('profiler');
	await screen.shows(/^✗ Starting the profiler: .*the profiler runs already/m);
	await screen.shows(/● profiler >\d+s/);
	user.press('profiler');
	await screen.shows('Profile: yappi_1795207068.stats in /srv/log.');
	user.press('notice-profile');
	const [missing = ''] = profileReaderText.missing.split('. ');
	await screen.shows(missing);
});

test('a service of 8.1 has no profiler, which is a notice', async () => {
	const { url, dialect } = await runForeign('8.1');
	const flags = dialect.key === undefined ? '' : `--api-key ${dialect.key}`;
	const { user, screen } = await openCockpit({ url }, { flags, columns: 200 });
	await screen.shows(/● 127/);
	user.press('profiler');
	const { message, hint } = new AbsentError(url, 'PUT /debug/profiler');
	await screen.shows(`✗ Starting the profiler: ${message} ${hint}`);
	expect(screen.text()).not.toMatch(/[●○] profiler/);
});
