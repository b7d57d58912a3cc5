import { beforeAll, expect, test } from 'vitest';
import { undoText } from '../../source/tui/panes/downloads/undo-commands.ts';
import { openCockpit } from '../fixtures/cockpit.ts';
import { addComplete, allSeed, downloadsOf, runService, type TestService } from '../fixtures/service.ts';
import { until } from '../programs/until.ts';

const names = ['film-1', 'film-2', 'film-3', 'film-4'];
let service: TestService;

async function downloads() {
	return (await downloadsOf(service)).toSorted((a, b) => a.name.localeCompare(b.name));
}

async function areStopped(...expected: readonly string[]): Promise<void> {
	await until(async () => {
		const found = (await downloads()).filter(({ status }) => status === 'STOPPED').map(({ name }) => name);
		return found.join() === expected.join();
	});
}

beforeAll(async () => {
	service = await runService({ flags: ['--no-pex'] });
	for (const name of names) await addComplete(service, name);
	await allSeed(service);
});

test('a user stops the wrong downloads, presses undo, then redo', async () => {
	const { user, screen, list } = await openCockpit(service);
	await screen.counts(4, 'SEEDING');
	user.press('undo');
	await screen.shows(undoText.undo.nothing);
	// One of four is stopped before, and stays so.
	user.press('down', 'stop');
	await areStopped('film-2');
	await list.shows('film-2', 'STOPPED');
	user.press('mark-all', 'stop');
	await areStopped(...names);
	await screen.counts(4, 'STOPPED');
	user.press('undo');
	await screen.shows('Undone. Resumed: 3 downloads');
	await areStopped('film-2');
	user.press('redo');
	await screen.shows('Redone. Stopped: 3 downloads');
	await areStopped(...names);
	user.press('undo');
	await areStopped('film-2');
	await screen.counts(3, 'SEEDING');
	user.press('undo');
	await screen.shows('Undone. Resumed: film-2');
	await areStopped();
});

test('a user limits all downloads alike, presses undo, and each has its previous limit', async () => {
	const client = service.client();
	for (const [index, { infohash }] of (await downloads()).entries()) {
		await client.changeDownload({ params: { infohash }, body: { max_upload_speed: (index + 1) * 1000 } });
	}
	const limits = async () => (await downloads()).map(({ max_upload_speed }) => max_upload_speed);
	const own = await limits();
	expect(new Set(own).size).toBe(4);
	const { user, screen } = await openCockpit(service);
	await screen.counts(4, 'SEEDING');
	user.press('mark-all', 'limits');
	await screen.shows('Speed limits');
	user.press('form-next');
	user.type('50k');
	user.press('form-send');
	await until(async () => new Set(await limits()).size === 1);
	await screen.shows('Limits changed: 4 downloads');
	user.press('undo');
	await screen.shows('Undone: ‘Limiting 4 downloads’');
	await until(async () => (await limits()).join() === own.join());
});

test('a user leaves the details with q and returns with tab; escape clears the selection last, and u restores it', async () => {
	const { user, screen, list } = await openCockpit(service);
	await screen.counts(4, 'SEEDING');
	user.press('down', 'mark-range', 'down', 'mark-range');
	await list.selects(['film-2', 'film-3']);
	user.press('details-beside');
	await screen.shows('i [Overview]');
	user.press('next-panel');
	await screen.shows('▸ i [Overview]');
	user.press('overview-leave');
	await screen.shows(/^╭─+ i \[Overview\]/m);
	user.filter('film');
	await screen.shows('/film');
	user.press('back');
	await screen.hides('[Overview]');
	await list.selects(['film-2', 'film-3']);
	user.press('back');
	await screen.hides('/film');
	await list.selects(['film-2', 'film-3']);
	user.press('back');
	await list.selects([]);
	user.press('undo');
	await screen.shows('Selected again: 2 downloads.');
	await list.selects(['film-2', 'film-3']);
});
