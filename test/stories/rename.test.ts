import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { refusalText } from '../../source/state/batch/change.ts';
import { renameFormText } from '../../source/tui/dialogs/form/forms/rename.ts';
import { downloadsPaneText } from '../../source/tui/panes/downloads/pane.tsx';
import { renameCommandText } from '../../source/tui/panes/downloads/property-commands.ts';
import { openCockpit } from '../fixtures/cockpit.ts';
import { runForeign } from '../fixtures/foreign-service.ts';
import { addComplete, allSeed, downloadsOf, runService } from '../fixtures/service.ts';
import { until } from '../programs/until.ts';

test('a user renames a download, finds it by its new name, undoes, and restores the name', async () => {
	const service = await runService({ flags: ['--no-pex'] });
	const names = ['linux', 'music'];
	for (const name of names) await addComplete(service, name);
	await allSeed(service);
	const { user, screen, list } = await openCockpit(service, { names: [...names, 'Debian 13'] });
	const named = (...expected: readonly string[]) =>
		until(async () => (await downloadsOf(service)).map(({ name }) => name).join() === expected.join());
	await screen.counts(2, 'SEEDING');
	user.filter('linux');
	await list.lists(['linux']);
	user.press('rename');
	await screen.shows(renameFormText.title, renameFormText.torrentName('linux'));
	expect(screen.text()).not.toContain(refusalText.name('linux'));
	user.press('form-send');
	await screen.shows(refusalText.name('linux'));
	user.press('form-delete-to-start');
	user.type('Debian 13');
	user.press('form-send');
	await named('Debian 13', 'music');
	await screen.shows('Renamed to Debian 13: linux');
	user.press('back');
	await list.lists(['Debian 13', 'music']);

	// The filter finds the new name, and no other list has the old one.
	user.filter('debian');
	await screen.shows('Debian 13');
	user.press('undo');
	await named('linux', 'music');
	user.press('redo');
	await named('Debian 13', 'music');
	// A notice has the name before the list.
	await list.lists(['Debian 13']);
	user.press('rename');
	await screen.shows(renameFormText.torrentName('linux'));
	user.press('form-delete-to-start', 'form-send');
	await named('linux', 'music');
	expect(existsSync(join(service.downloadFolder, 'linux'))).toBe(true);
});

test('a user of another service learns that it renames nothing, and it receives no request', async () => {
	const foreign = await runForeign();
	const { user, screen } = await openCockpit(foreign);
	await screen.shows(downloadsPaneText.none);
	user.press('rename');
	await screen.shows(renameCommandText.foreign);
	expect(foreign.server.requests.filter((request) => request.startsWith('PATCH'))).toEqual([]);
});
