import { beforeAll, expect, test } from 'vitest';
import { missingRouteText } from '../../source/service/downloads/hops.ts';
import { actionInProgress, completedAction, refusalText } from '../../source/state/batch/change.ts';
import { optimisticText } from '../../source/state/batch/optimistic.ts';
import { sendChangeText } from '../../source/tui/actions/send-change.ts';
import { hopsFormText } from '../../source/tui/dialogs/form/forms/hops.ts';
import { limitsText } from '../../source/tui/dialogs/form/forms/limits.ts';
import { openCockpit } from '../fixtures/cockpit.ts';
import { addComplete, downloadsOf, type Listed, runService, type TestService } from '../fixtures/service.ts';
import { servePatiently } from '../programs/patient-service.ts';
import { until } from '../programs/until.ts';

let service: TestService;
const names = ['diary', 'letters', 'photos'];

beforeAll(async () => {
	// A proxy that is not running: downloads with hops wait for it.
	service = await runService({ flags: ['--no-pex'], settings: { proxies: ['socks5://127.0.0.2:9'] } });
	for (const name of names) await addComplete(service, name);
});

async function facts<Fact>(read: (download: Listed) => Fact): Promise<Record<string, Fact>> {
	return Object.fromEntries((await downloadsOf(service)).map((download) => [download.name, read(download)]));
}

test('a user sees the hops of a download, changes them, and sees that it waits for its proxy', async () => {
	const { user, screen, list } = await openCockpit(service, { columns: 150, rows: 30 });
	await list.shows('diary', 'SEEDING');
	user.press('hops');
	await screen.shows(hopsFormText.now('0'));
	user.type('1');
	await screen.shows(hopsFormText.through(1).slice(0, 39));
	user.press('form-send');
	await screen.shows(`${completedAction({ kind: 'hops', hops: 1 })}: diary`);
	await screen.shows(/… diary .* 1 hop/m);
	expect((await facts(({ hops }) => hops)).diary).toBe(1);
	user.press('hops');
	await screen.shows(hopsFormText.now('1'));
	user.type('1');
	await screen.shows(refusalText.hops(1));
	user.press('form-delete-to-start');
	user.type('0');
	user.press('form-send');
	await screen.shows(/▲ diary (?!.* hop)/m);
});

test('a user requests more hops than the service has proxies for, and reads the whole message with the next step', async () => {
	const { user, screen, list } = await openCockpit(service);
	await list.shows('diary', 'SEEDING');
	user.press('hops');
	user.type('2');
	user.press('form-send');
	const missingRoute = missingRouteText(2, 1);
	// The notice is too long for two lines. Its subject is shortened first.
	const [verb = ''] = actionInProgress({ kind: 'hops', hops: 2 }).split(' ');
	await screen.shows(new RegExp(`^✗ ${verb} .* diary: ${missingRoute.slice(0, 28)}`, 'm'));
	user.press('work-failures');
	await screen.shows('─ Failed requests ─', '─ 1 of 1 ─╯');
	const words = () =>
		screen
			.rows()
			.map((row) => row.replace(/[│╭╰─>]/g, ' ').trim())
			.join(' ');
	await until(() => words().includes(missingRoute));
	expect((await facts(({ hops }) => hops)).diary).toBe(0);
});

test('a user changes the hops of all selected downloads; those that have them already are skipped', async () => {
	const { user, screen } = await openCockpit(service, { columns: 150, rows: 30 });
	await screen.shows(/photos (?!.* hop)/m);
	user.press('down', 'hops');
	user.type('1');
	user.press('form-send');
	await screen.shows(/letters .* 1 hop/m);
	user.press('mark-all', 'hops');
	await screen.shows('3 downloads');
	await screen.shows(hopsFormText.now('0 and 1'));
	user.type('1');
	user.press('form-send');
	await screen.shows(
		`${completedAction({ kind: 'hops', hops: 1 })}: 2 downloads (${sendChangeText.others(1, refusalText.hops(1))})`,
	);
	await until(async () => Object.values(await facts(({ hops }) => hops)).every((hops) => hops === 1));
	user.press('hops');
	user.type('0');
	user.press('form-send');
	await until(async () => Object.values(await facts(({ hops }) => hops)).every((hops) => hops === 0));
});

test('a service takes half a minute to change hops, and the row and the details show the pending change', async () => {
	const slow = await servePatiently(['alpha', 'beta']);
	slow.isHolding = true;
	const { user, screen } = await openCockpit(slow, { columns: 100, rows: 50 });
	await screen.counts(2, 'SEEDING');
	user.press('details-beside');
	await screen.shows(/hops +0/);
	user.press('hops');
	user.type('3');
	user.press('form-send');
	await screen.shows(/alpha +→ 3 hops…/);
	await screen.shows(/pending +3 hops, requested \d+ s ago: waiting for the response/);
	await screen.shows('1 pending');
	// Other requests continue.
	user.press('down');
	await screen.hides(optimisticText.waiting);
	user.press('up');
	await screen.shows(optimisticText.waiting);
	await until(() => slow.waiting() === 1);
	slow.answer(1);
	await screen.hides('→ 3 hops…');
	await screen.shows(/hops +3/);
	// It is alone in its request, as the interface requires.
	expect(slow.changes).toEqual([['alpha', { anon_hops: 3 }]]);
});

test('a user mistypes hops, is refused before anything is sent, and escape cancels', async () => {
	const { user, screen, list } = await openCockpit(service);
	await list.shows('diary', 'SEEDING');
	user.press('hops');
	user.type('many');
	user.press('form-send');
	await screen.shows(hopsFormText.invalid);
	user.press('form-delete-to-start');
	user.type('11');
	user.press('form-send');
	await screen.shows(hopsFormText.invalid);
	user.press('form-cancel');
	await screen.hides(hopsFormText.now(''));
	expect(await facts(({ hops }) => hops)).toEqual({ diary: 0, letters: 0, photos: 0 });
});

test('a user limits the rates of a download, and removes one limit again', async () => {
	const { user, screen, list } = await openCockpit(service);
	await list.shows('diary', 'SEEDING');
	user.press('limits');
	user.type('500K');
	await screen.shows(/Down: +500K += 500 KiB\/s/);
	user.press('form-next');
	user.type('2M');
	user.press('form-send');
	await screen.shows('Limits changed: diary');
	const limits = () => facts((one) => [one.max_download_speed, one.max_upload_speed]);
	expect((await limits()).diary).toEqual([512_000, 2_097_152]);
	user.press('limits');
	await screen.shows(/Down: +unchanged: 500 KiB\/s/);
	user.type('none');
	user.press('form-send');
	await until(async () => (await limits()).diary?.join() === '-1,2097152');
});

test('a user limits all selected downloads, and reads that a value is invalid', async () => {
	const { user, screen, list } = await openCockpit(service);
	await list.shows('photos', 'SEEDING');
	user.press('down', 'mark', 'mark', 'limits');
	await screen.shows('2 downloads');
	user.type('fast');
	await screen.shows(limitsText.invalid);
	user.press('form-send');
	await screen.shows(limitsText.formatOrInherit);
	user.press('form-delete-to-start', 'form-next');
	user.type('1.5 MiB/s');
	user.press('form-send');
	await screen.shows('Limits changed: 2 downloads');
	const limits = await facts((one) => one.max_upload_speed);
	expect([limits.letters, limits.photos]).toEqual([1_572_864, 1_572_864]);
});
