import { expect, test } from 'vitest';
import { downloadFact, nameFact } from '../../../../source/tui/panes/channels/torrent-facts.ts';
import { channelScreens } from '../../../screens/channel-states.ts';

test('a name is a fact when its column may cut it off', () => {
	expect(nameFact('title', 'a'.repeat(33), 80)).toEqual([['title', 'a'.repeat(33)]]);
	expect(nameFact('title', 'short', 80)).toEqual([]);
});

test('a torrent that is in the downloads has a fact with the status', () => {
	const state = channelScreens['channels-torrents'];
	const download = state?.downloads.list[0];
	if (!state || !download) throw new Error('there is no download');
	const [fact] = downloadFact(state, download.infohash.toUpperCase());
	expect(fact?.[1]).toContain(download.status);
	expect(downloadFact(state, '0'.repeat(40))).toEqual([]);
});
