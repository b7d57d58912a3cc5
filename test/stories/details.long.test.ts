import { test } from 'vitest';
import { playerText } from '../../source/runtime/player.ts';
import { addComplete, runService } from '../fixtures/service.ts';
import { openWithPlayer, testForeignHealth } from './details-cases.ts';

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
