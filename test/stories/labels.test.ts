import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { INHERITED, UNLIMITED } from '../../source/format/own-limit.ts';
import { labelFormText } from '../../source/tui/dialogs/form/forms/label.ts';
import { limitsText } from '../../source/tui/dialogs/form/forms/limits.ts';
import { labelsText } from '../../source/tui/panes/downloads/dialogs/labels/commands.ts';
import { downloadsPaneText } from '../../source/tui/panes/downloads/pane.tsx';
import { labelCommandsText } from '../../source/tui/panes/downloads/property-commands.ts';
import { openCockpit } from '../fixtures/cockpit.ts';
import { runForeign } from '../fixtures/foreign-service.ts';
import { addComplete, downloadsOf } from '../fixtures/service.ts';
import { until } from '../programs/until.ts';
import { names, prepareDownloads, service } from './labels-scene.ts';

prepareDownloads();

async function labels(): Promise<string> {
	const found = (await downloadsOf(service)).toSorted((a, b) => a.name.localeCompare(b.name));
	return found.map(({ label }) => label).join();
}

const areLabeled = (...expected: readonly string[]) =>
	until(async () => (await labels()) === expected.join());

test('a user creates a label, gives it to downloads, filters by it, edits it, and undoes', async () => {
	const { user, screen, list } = await openCockpit(service, { names });
	await screen.counts(3, 'SEEDING');
	user.press('mark', 'mark', 'label');
	await screen.shows(labelsText.none);
	user.type('films');
	await screen.shows(labelsText.create('films'));
	user.press('labels-apply');
	await screen.shows('Label changed to films: 2 downloads');
	await areLabeled('films', 'films', '');

	// The label is among the filters, with its number of downloads.
	user.filter('label=films');
	await list.lists(['film-1', 'film-2']);
	user.press('back');
	await list.lists(names);
	user.filter('-label');
	await list.lists(['linux']);
	user.press('back');
	await list.lists(names);

	// The label is found by a part of its name, then edited.
	const folder = join(service.folder, 'of films');
	await mkdir(folder);
	user.press('undo');
	await areLabeled('', '', '');
	user.press('redo');
	await areLabeled('films', 'films', '');
	user.press('label');
	await screen.shows(new RegExp(` films +${labelsText.current} +2 `));
	user.press('labels-apply');
	await screen.shows(labelsText.unchanged);
	user.type('ilm');
	await screen.shows(new RegExp(` films +${labelsText.current} +2 `));
	user.press('labels-edit');
	await screen.shows(labelFormText.title);
	user.press('form-next');
	user.type(folder);
	user.press('form-send');
	await screen.shows(labelFormText.changed('films'));
	const { labels: known } = await service.client().listLabels();
	expect(known).toMatchObject([{ name: 'films', destination: folder, downloads: 2 }]);

	user.press('labels-remove');
	await screen.shows(labelsText.removed('films'));
	await areLabeled('', '', '');
});

test('a user frees a download from the limit of its label, and inherits it again', async () => {
	const client = service.client();
	await client.createLabel({ params: { name: 'slow' }, body: { max_download_speed: 50_000 } });
	const limited = await addComplete(service, 'hasty');
	await client.changeDownload({ params: { infohash: limited }, body: { label: 'slow' } });
	const { user, screen, list } = await openCockpit(service, { names: ['hasty'] });
	user.filter('hasty');
	await list.lists(['hasty']);
	const limitIs = (limit: number) =>
		until(async () =>
			(await downloadsOf(service)).some(
				({ infohash, max_download_speed }) => infohash === limited && max_download_speed === limit,
			),
		);
	for (const [typed, limit] of [
		['none', UNLIMITED],
		['inherit', INHERITED],
	] as const) {
		user.press('limits');
		await screen.shows(limitsText.noneOrInherit.slice(0, 40));
		user.type(typed);
		user.press('form-send');
		await limitIs(limit);
	}
	user.press('undo');
	await limitIs(UNLIMITED);
});

test('a user of another service learns that it has no labels, and it receives no request', async () => {
	const foreign = await runForeign();
	const { user, screen } = await openCockpit(foreign);
	await screen.shows(downloadsPaneText.none);
	user.press('label');
	await screen.shows(labelCommandsText.foreign);
	expect(foreign.server.requests.filter((request) => request.includes('label'))).toEqual([]);
});
