import { expect, test } from 'vitest';
import { playerText } from '../../source/runtime/player.ts';
import { addComplete, runService } from '../fixtures/service.ts';
import { open, openWithPlayer, testForeignHealth } from './details-cases.ts';
import { prepareDetails, service } from './details-scene.ts';

prepareDetails();

testForeignHealth([['7.11', ['DHT', '127.0.0.1:6969/announce', 'Timeout']]]);

test('a user reads that the configured player is missing', async () => {
	const service = await runService();
	await addComplete(service, 'nested');
	const { user, screen, list } = await openWithPlayer(service, 'no-such-player --fs');
	await list.shows('nested', 'SEEDING');
	user.press('stream');
	await screen.offers('stream-play');
	user.press('stream-play');
	await screen.shows(playerText.absent('no-such-player'));
});

test('a user opens a download and sees all of its details, with a graph of the last minutes', async () => {
	const { user, screen, list } = await open(service, { columns: 130, rows: 44 });
	await list.shows('旅行 film', 'DOWNLOADING');
	user.press('details');
	await screen.shows(/▸ i \[Overview\]/);
	await screen.shows(/▼ \d+.* KiB\/s +peak/);
	await screen.shows(new RegExp(`^path +${service.downloadFolder}`, 'm'));
	await screen.shows(/pieces +611 of 16\.0 KiB/);
	await screen.shows(/^infohash +[0-9a-f]{40} .*[\u2801-\u28ff]$/m);
	user.press('details-leave');
	await screen.shows(/─ i \[Overview\]/);
});

test('a user without color and with ASCII still sees the focused tab, the map and the graph', async () => {
	const { user, screen } = await open(service, { flags: '--ascii --theme none', columns: 130, rows: 40 });
	await screen.shows(' film ');
	user.press('details');
	await screen.shows(/^\+> i \[Overview\]/m);
	await screen.shows(/ infohash +[0-9a-f]{40} .*[_=#] *\|$/m);
	user.press('tab-pieces');
	await screen.shows(/^\+> .*m \[Pieces\]/m);
	await screen.shows('[#] all [%] most [=] some [ ] none');
	user.press('details-leave');
	await screen.shows(/^\+- .*m \[Pieces\]/m);
	expect(screen.text()).toMatch(/^[\x20-\x7e\n]*$/);
});
