import { expect, test } from 'vitest';
import { AbsentError } from '../../source/client/http/errors.ts';
import { profileReaderText } from '../../source/runtime/profile-reader.ts';
import { panes } from '../../source/tui/shell/panes.ts';
import type { Pane } from '../../source/tui/surfaces/pane.ts';
import { openCockpit } from '../fixtures/cockpit.ts';
import { runForeign } from '../fixtures/foreign-service.ts';
import { profile } from './profiler-scene.ts';

/** Commands that lead to every pane, and to every section of a pane. */
const places = Object.values<Pane>(panes).flatMap(({ id, sections }): string[][] =>
	sections ? sections.all.map(({ section }) => [`pane-${id}`, `section-${section.id}`]) : [[`pane-${id}`]],
);

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
