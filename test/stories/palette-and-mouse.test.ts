import { expect, test } from 'vitest';
import { refusalText } from '../../source/state/batch/change.ts';
import { deleteDataText } from '../../source/tui/dialogs/questions/remove.ts';
import { changeCommandsText } from '../../source/tui/panes/downloads/change-commands.ts';
import { eventsText } from '../../source/tui/panes/events/commands.ts';
import { commandText } from '../../source/tui/surfaces/command.ts';
import { commandCalled } from '../fixtures/cockpit.ts';
import { until } from '../programs/until.ts';
import { open } from './palette-and-mouse-scene.ts';

test('a user types words in any order, finds a command with its key in the palette, and runs it', async () => {
	const { user, screen, list, service } = await open();
	user.press('palette');
	await screen.shows('─ Commands ─');
	user.type('download stop');
	await screen.shows(new RegExp(`^ *${commandCalled('stop').title} +s$`, 'm'));
	user.press('palette-run');
	await list.shows('number-00', 'STOPPED');
	expect(service.downloads[0]?.status).toBe('STOPPED');
	// Recent commands come first. Unavailable ones show the reason.
	user.press('palette');
	await screen.shows('─ Commands ─');
	user.type('stop the');
	await screen.shows(`${commandCalled('stop').title} (${changeCommandsText.one(refusalText.stopped)})`);
});

test('a user finds a command that works in another place, and reads where', async () => {
	const { user, screen, service } = await open();
	user.press('pane-events');
	await screen.shows(eventsText.nothing);
	user.press('palette');
	user.type('stop the download');
	await screen.shows('Stop the download (Only in downloads; press 1 first.)');
	user.press('palette-run');
	await screen.shows(/^\S Only in downloads; press 1 first\.$/m);
	expect(service.downloads.every(({ status }) => status === 'SEEDING')).toBe(true);
	user.press('pane-downloads');
	await screen.shows('number-00');
	user.press('details', 'palette');
	user.type('stop the download');
	await screen.shows('─ Commands ─');
	await screen.shows(commandCalled('stop').title);
	await screen.hides(`${commandCalled('stop').title} (`);
});

test('a user clicks a download to move the cursor to it, in a scrolled list too, and double-clicks for its details', async () => {
	const { user, screen, list } = await open();
	await user.click('number-07');
	await list.chooses('number-07');
	user.press('last');
	await list.chooses('number-39');
	await user.click('number-25');
	await list.chooses('number-25');
	await user.click('number-30', 2);
	await screen.shows(/▸ i \[Overview\].*─ number-30 ─/);
});

test('a user clicks the title of a column to sort by it, and again to reverse the order', async () => {
	const { user, screen, list } = await open({ columns: 130, rows: 24 });
	// SIZE is visible from 120 columns on.
	await user.click('SIZE');
	await screen.shows('↓SIZE');
	await until(() => list.order().slice(0, 2).join() === 'number-17,number-34');
	await list.chooses('number-17');
	await user.click('SIZE');
	await screen.shows('↑SIZE');
	await until(() => list.order().slice(0, 2).join() === 'number-00,number-23');
	await list.chooses('number-00');
});

test('a user scrolls the list beside the details, and the details beside the list, with the wheel', async () => {
	const { user, screen, list } = await open({ columns: 160, rows: 13 });
	user.press('details-beside');
	await screen.shows('[Overview]');
	await list.chooses('number-00');
	await user.wheel('copies', 1);
	await screen.hides('state');
	await screen.shows(/ infohash +0{39}1/);
	await list.chooses('number-00');
	await user.wheel('number-02', 2);
	await list.chooses('number-06');
	// A click into the details focuses them. The wheel over the list still moves the list.
	await user.click('[Overview]');
	await screen.shows('▸ i [Overview]');
	await user.wheel('number-02', 1);
	await list.chooses('number-09');
	await screen.shows('▸ i [Overview]');
});

test('a user clicks a tab of the details, the events, the way back, and a hint of the footer', async () => {
	const { user, screen, list, service } = await open();
	user.press('details-beside');
	await screen.shows('[Overview]');
	await user.click('Trackers');
	await screen.shows('[Trackers]');
	await user.click('2 Events');
	await screen.shows(eventsText.nothing);
	await user.click('1 Downloads');
	await screen.shows('[Trackers]');
	await user.click('number-03');
	await list.chooses('number-03');
	await user.click('s stop');
	await list.shows('number-03', 'STOPPED');
	expect(service.downloads.flatMap(({ name, status }) => (status === 'STOPPED' ? [name] : []))).toEqual([
		'number-03',
	]);
	// A notice leads to its entry in the journal.
	await user.click('• Stopped: number-03');
	await screen.shows(/\d\d:\d\d:\d\d info +Stopped: number-03/);
});

test('a user answers a dialog with a click, and a click beside it has no effect', async () => {
	const { user, screen, list } = await open();
	user.press('remove');
	await screen.asks('Remove number-00?');
	await user.click('number-15');
	await user.click('2 Events');
	await user.click('esc cancel');
	await screen.hides('Remove number-00?');
	await list.chooses('number-00');
	user.press('remove');
	await user.readsQuestion('Remove number-00?');
	await user.click('remove it, keep the data');
	await screen.shows('1 pending');
	user.press('palette');
	user.type('stop');
	await screen.shows(/─ Commands ─.*\nstop$/m);
	await user.click(commandCalled('stop').title);
	await list.shows('number-00', 'STOPPED');
});

test('a user double-clicks an answer, and the second click does not answer the next question', async () => {
	const { user, screen } = await open();
	user.press('remove');
	await user.readsQuestion('Remove number-00?');
	await user.click('remove it and delete', 2);
	await screen.asks(deleteDataText.question('number-00'));
	await user.click('   delete ', 2);
	await screen.shows(commandText.typedAhead);
	await screen.asks(deleteDataText.question('number-00'));
	await user.readsQuestion(deleteDataText.question('number-00'));
	await user.click('   delete ');
	await screen.shows('1 pending');
});

test('a user clicks a row while typing a filter: the filter stays, and the cursor moves there', async () => {
	const { user, screen, list } = await open();
	user.press('filter');
	user.type('3');
	await screen.shows('13 of 40');
	await user.click('number-32');
	await list.chooses('number-32');
	await screen.offers('help');
	await screen.shows('13 of 40');
});

test('a user quits, and the terminal has the mouse again', async () => {
	const { user, session } = await open();
	expect(session.mode(1002)).toBe(true);
	user.press('quit');
	await until(() => !session.mode(1002));
});
