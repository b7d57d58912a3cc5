import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { UnreachableError } from '../../source/client/http/errors.ts';
import { defaultSettings } from '../../source/protocol/resources/settings.ts';
import { settingFormText } from '../../source/tui/dialogs/form/forms/setting.ts';
import { settingsScreenText } from '../../source/tui/dialogs/settings/text.ts';
import { themeText } from '../../source/tui/dialogs/theme/dialog.tsx';
import { downloadsPaneText } from '../../source/tui/panes/downloads/pane.tsx';
import { seedingCommandsText } from '../../source/tui/panes/downloads/property-commands.ts';
import { undoText } from '../../source/tui/panes/downloads/undo-commands.ts';
import { runHere } from '../commands/run-here.ts';
import { folders, sources } from '../contract/foreign/world/torrents.ts';
import { openCockpit } from '../fixtures/cockpit.ts';
import { makeFolder } from '../fixtures/folder.ts';
import { runForeign } from '../fixtures/foreign-service.ts';
import { runService, type TestService } from '../fixtures/service.ts';
import { until } from '../programs/until.ts';

let service: TestService;

beforeAll(async () => {
	service = await runService();
});

test('a user changes settings of the cockpit and finds them after a restart', async () => {
	const home = await makeFolder();
	const { user, screen } = await openCockpit(service, { home });
	await screen.shows('▼');
	user.press('settings');
	await screen.shows(settingsScreenText.title, settingsScreenText.ascii);
	user.press('settings-change');
	await screen.shows(themeText.about.ocean);
	user.press('theme-down', 'theme-cancel');
	await screen.hides(themeText.about.ocean);
	await screen.shows(settingsScreenText.ascii);
	user.press('settings-down', 'settings-next');
	await screen.hides('▼');
	const path = join(home, '.config/seedtop/cockpit.json');
	await until(async () => (await readFile(path, 'utf8').catch(() => '')).includes('"ascii": true'));
	user.press('settings-close');
	await screen.hides(settingsScreenText.ascii);
	await user.quit();
	const next = await openCockpit(service, { home });
	next.user.press('settings');
	await next.screen.shows(new RegExp(`${settingsScreenText.ascii} +on`));
	expect(next.screen.has('▼')).toBe(false);
});

test('a user changes a setting of the service, which commands show, and reads why a dead service keeps it', async () => {
	const { user, screen } = await openCockpit(service);
	user.press('settings');
	await screen.shows('limit');
	await user.click('Download limit');
	user.press('settings-change');
	await screen.asks(`${settingFormText.value}:`);
	user.press('form-delete-to-start');
	user.type('5M');
	user.press('form-send');
	await screen.shows(/Download limit +5\.0 MiB\/s/);
	const shown = await runHere(['settings', '--json', '--state-dir', service.stateFolder]);
	expect(JSON.parse(shown.out)).toMatchObject({
		...defaultSettings,
		limits: { ...defaultSettings.limits, download: 5 * 1024 * 1024 },
	});
	const { message } = new UnreachableError(service.url, 'ECONNREFUSED');
	await service.end();
	user.press('settings-change');
	await screen.asks(`${settingFormText.value}:`);
	user.press('form-delete-to-start');
	user.type('9M');
	user.press('form-send');
	await screen.shows(message.slice(0, 40));
	// The form keeps the typed text, and the setting its value.
	await screen.shows('9M');
	user.press('form-cancel');
	await screen.shows(/Download limit +5\.0 MiB\/s/);
});

test('a user of 8.4 changes when seeding ends and a limit', async () => {
	const foreign = await runForeign('8.4');
	const before = structuredClone(foreign.server.world.settings);
	const { user, screen } = await openCockpit(foreign, {
		env: { SEEDTOP_API_KEY: foreign.dialect.key },
	});
	await screen.shows(downloadsPaneText.none);
	user.press('seeding');
	await screen.shows(seedingCommandsText.of8);
	user.press('settings');
	await screen.shows(/Seeding +forever/, /Upload limit +no limit/);
	expect(foreign.server.bodies).toEqual([]);
	await user.click('forever');
	user.press('settings-previous');
	await screen.shows(settingsScreenText.drafted('time'));
	user.press('settings-change');
	await screen.shows(/Seeding +time$/m);
	await user.click('Upload limit');
	user.press('settings-change');
	await screen.asks(`${settingFormText.value}:`);
	user.press('form-delete-to-start');
	user.type('2M');
	user.press('form-send');
	await screen.shows(/Upload limit +2\.0 MiB\/s/);
	const { libtorrent } = before;
	const defaults = { ...libtorrent.download_defaults, seeding_mode: 'time' };
	expect(foreign.server.world.settings).toEqual({
		...before,
		libtorrent: { ...libtorrent, max_upload_rate: 2_097_152, download_defaults: defaults },
	});
	const shown = await runHere(['settings', '--url', foreign.url, '--api-key', foreign.dialect.key ?? '']);
	expect(shown.out).toContain('limits.upload\t2097152\nseeding.mode\ttime\n');
});

test('a user of 8.1 passes by never, is asked before it stops the seeds, and undoes it', async () => {
	const { server, client, url, dialect } = await runForeign('8.1');
	const { world } = server;
	for (const source of ['nested', 'single'] as const)
		await client.addDownload({ body: { uri: sources[source], destination: folders.complete } });
	const { user, screen } = await openCockpit({ url }, { env: { SEEDTOP_API_KEY: dialect.key } });
	await screen.counts(2, 'SEEDING');
	const before = structuredClone(world.settings);
	const statuses = () => [...world.downloads.values()].map(({ status }) => status);
	user.press('settings');
	await screen.shows(/Seeding +forever/);
	await user.click('forever');
	user.press('settings-next');
	await screen.shows(settingsScreenText.drafted('never'));
	user.press('settings-next');
	await screen.shows(settingsScreenText.drafted('ratio'));
	user.press('settings-previous', 'settings-change');
	await screen.shows(settingsScreenText.stops(2));
	user.press('setting-confirm-cancel');
	await screen.hides(settingsScreenText.stops(2));
	// A list was requested since then, and with it the service applied its settings.
	const requests = server.requests.length;
	await until(() => server.requests.slice(requests).some((request) => /GET .*downloads/.test(request)));
	expect(world.settings).toEqual(before);
	expect(statuses()).toEqual(['SEEDING', 'SEEDING']);
	user.press('settings-change');
	await user.answer(settingsScreenText.question('Seeding', 'never'), 'setting-confirm-do');
	await screen.shows(/Seeding +never$/m);
	await until(() => statuses().join() === 'STOPPED,STOPPED');
	user.press('settings-close', 'undo');
	await screen.shows(undoText.undo.done);
	await until(() => isDeepStrictEqual(world.settings, before));
});
