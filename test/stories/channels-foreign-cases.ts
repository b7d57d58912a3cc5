import { expect, test } from 'vitest';
import { absentHints } from '../../source/client/http/errors.ts';
import { withoutSecrets } from '../../source/format/without-secrets.ts';
import type { Endpoint } from '../../source/protocol/endpoint.ts';
import { endpoints } from '../../source/protocol/endpoints/table.ts';
import { channelFormText } from '../../source/tui/dialogs/form/forms/channel.ts';
import { feedFormText } from '../../source/tui/dialogs/form/forms/feed.ts';
import { healthFormText } from '../../source/tui/dialogs/form/forms/health.ts';
import { playlistFormText, playlistTorrentsText } from '../../source/tui/dialogs/form/forms/playlist.ts';
import { swarmHealthText } from '../../source/tui/dialogs/swarm-health/dialog.tsx';
import { changeRefusals, recheckFeedsText } from '../../source/tui/panes/channels/change-commands.ts';
import { channelRemoveText } from '../../source/tui/panes/channels/dialogs/remove.ts';
import { channelsText } from '../../source/tui/panes/channels/texts.ts';
import { match } from '../contract/foreign/route.ts';
import { channelIds } from '../contract/foreign/world/channel.ts';
import { nested } from '../contract/foreign/world/torrents.ts';
import { openCockpit } from '../fixtures/cockpit.ts';
import { type ForeignService, runForeign } from '../fixtures/foreign-service.ts';
import { until } from '../programs/until.ts';

export const firstFeed = 'http://feeds.example/first.xml';
const newFeed = 'http://feeds.example/rss?list=all&n=1';
const infohash = 'ab'.repeat(20);
const tracker = 'http://127.0.0.1:1/announce';
const magnet = `magnet:?xt=urn:btih:${nested.infohash}&tr=${encodeURIComponent(tracker)}`;
/** Rows that only our own service has. Services of 8.x have settings of their own at the same path. */
const extensions = Object.values(endpoints).filter(
	({ extension, path }): boolean => extension && path !== '/settings',
);

/** Opens the cockpit with a scripted service, and waits until its dialect is detected. */
export async function openOn(name: string) {
	const service = await runForeign(name);
	const flags = service.dialect.key === undefined ? '' : `--api-key ${service.dialect.key}`;
	const cockpit = await openCockpit({ url: service.url }, { flags, columns: 110, rows: 30 });
	await cockpit.screen.shows(/● 127/);
	await until(() => service.server.requests.some((request) => request.includes('0'.repeat(40))));
	return { ...cockpit, service };
}

/** Returns the requests to rows and with fields that only our own service has. */
export function extensionRequests({ dialect, server }: ForeignService): readonly string[] {
	return server.requests.filter((request) => {
		const [method = '', target = ''] = request.split(' ');
		const [path = '', query = ''] = target.slice(dialect.base.length).split('?');
		const isExtension = extensions.some((row: Endpoint) => row.method === method && match(row.path, path));
		return isExtension || new URLSearchParams(query).has('trackers');
	});
}

/** The own channel of these services. */
export function testOwnChannel(names: readonly string[]): void {
	test.each(names)('a user changes the own channel of a service of %s', async (name) => {
		const { user, screen, list, service } = await openOn(name);
		const { world, requests } = service.server;
		user.press('pane-channels');
		await screen.shows('[Channels]', /^▌?own +My channel /m);
		user.press('channels-new');
		await screen.shows(changeRefusals.hasChannel);
		user.press('channels-change');
		await screen.shows(channelFormText.change);
		user.press('form-delete-to-start');
		user.type('Renamed');
		user.press('form-send');
		await screen.shows(channelFormText.changed('Renamed'), /^▌?own +Renamed /m);
		expect(world.channel).toMatchObject({ name: 'Renamed', description: 'things' });
		user.press('channels-find');
		await screen.shows(channelsText.searchAbsent);

		// The torrents of its playlists are known.
		user.press('channels-open-channel');
		await screen.shows('[Torrents]', channelsText.channel('Renamed'), /^▌?nested +/m);
		user.press('section-channels-playlists');
		await screen.shows('[Playlists]', /^▌?First +1 /m);
		user.press('channels-new');
		await screen.shows(playlistFormText.create);
		user.type('Second');
		user.press('form-next');
		user.type('two');
		user.press('form-send');
		await screen.shows(playlistFormText.created('Second'), /^▌?Second +0 /m);
		expect(world.channel?.playlists[1]).toEqual({ id: 2, name: 'Second', description: 'two', torrents: [] });
		user.press('section-channels-torrents');
		await screen.shows(/^▌?nested +/m);
		user.press('channels-to-playlist');
		await screen.shows(playlistTorrentsText.about('nested'));
		user.type('Second');
		user.press('form-send');
		await screen.shows(playlistTorrentsText.added('nested', 'Second'));

		user.press('section-channels-playlists');
		await screen.shows(/^▌?Second +1 /m);
		await list.chooses('First');
		user.press('channels-change');
		await screen.shows(playlistFormText.change);
		user.press('form-delete-to-start');
		user.type('Third');
		user.press('form-send');
		await screen.shows(playlistFormText.changed('Third'), /^▌?Third +1 /m);
		user.press('channels-remove');
		const third = channelRemoveText.playlist('Third');
		await user.answer(channelRemoveText.question(third), 'channel-remove-do');
		await screen.shows(channelRemoveText.done(third));
		await list.chooses('Second');
		user.press('channels-open-playlist');
		await screen.shows(channelsText.playlist('Second'), /^▌?nested +/m);
		user.press('channels-remove');
		const fromSecond = channelRemoveText.fromPlaylist('nested', 'Second');
		await user.answer(channelRemoveText.question(fromSecond), 'channel-remove-do');
		await screen.shows(channelRemoveText.done(fromSecond), channelsText.emptyPlaylist('Second'));
		expect(world.channel?.playlists.map((playlist) => [playlist.name, playlist.torrents])).toEqual([
			['Second', []],
		]);

		user.press('section-channels-feeds');
		await screen.shows('[Feeds]', firstFeed);
		user.press('channels-new');
		await screen.shows(feedFormText.title);
		user.paste(newFeed);
		user.press('form-send');
		await screen.shows(feedFormText.added(withoutSecrets(newFeed)));
		expect(world.channel?.feeds).toEqual([firstFeed, newFeed]);
		user.press('channels-recheck-feeds');
		await screen.shows(recheckFeedsText.done);
		expect(world.channel?.rechecked).toBe(1);
		user.press('channels-remove');
		const first = channelRemoveText.feed(firstFeed);
		await user.answer(channelRemoveText.question(first), 'channel-remove-do');
		await screen.shows(channelRemoveText.done(first));
		expect(world.channel?.feeds).toEqual([newFeed]);
		user.press('section-channels-items');
		await screen.shows('[Items]', absentHints.extension);

		const own = `/channels/discovered/${channelIds.own}`;
		const changes = requests.filter((request) => !request.startsWith('GET ') && request.includes('channel'));
		expect(changes).toEqual([
			'POST /mychannel',
			`PUT ${own}/playlists`,
			`PUT ${own}/playlists/2/${nested.infohash}`,
			`POST ${own}/playlists/1`,
			`DELETE ${own}/playlists/1`,
			`DELETE ${own}/playlists/2/${nested.infohash}`,
			`PUT ${own}/rssfeeds/${encodeURIComponent(newFeed)}`,
			`POST ${own}/recheckfeeds`,
			`DELETE ${own}/rssfeeds/${encodeURIComponent(firstFeed)}`,
		]);
		expect(extensionRequests(service)).toEqual([]);
	});
}

/** These services without an own channel. */
export function testNoChannel(names: readonly string[]): void {
	test.each(names)('a user of %s without a channel is told to create it in Tribler', async (name) => {
		const { user, screen, service } = await openOn(name);
		service.server.world.channel = undefined;
		user.press('pane-channels');
		await screen.shows('[Channels]', channelsText.none);
		await screen.hides(channelsText.createHint);
		for (const section of ['channels', 'feeds', 'torrents']) {
			user.press(`section-channels-${section}`);
			await screen.hides(changeRefusals.noCreation);
			user.press('channels-new');
			await screen.shows(changeRefusals.noCreation);
		}
		await screen.hides(channelFormText.create);
		expect(extensionRequests(service)).toEqual([]);
	});
}

/** These services, which report channels of others. */
export function testDiscovered(names: readonly string[]): void {
	test.each(names)('a user of %s downloads a torrent that an event reports', async (name) => {
		const { user, screen, list, service } = await openOn(name);
		const { world } = service.server;
		user.press('pane-channels');
		await screen.shows(/^▌?own +My channel /m);
		await until(() => world.events.listeners > 0);
		const dispersy_cid = channelIds.foreign;
		world.events.emit('channel_discovered', { name: 'Birds', description: 'songs', dispersy_cid });
		const files = [{ name: 'a.ogg', size: 2_048 }];
		world.events.emit('torrent_discovered', {
			infohash,
			name: 'Nightingale',
			trackers: [tracker],
			files,
			dispersy_cid,
		});
		await screen.shows(/^▌?other +Birds /m);
		user.keys('down');
		await list.chooses('other');
		user.press('channels-open-channel');
		await screen.shows(channelsText.channel('Birds'), /^▌?Nightingale +2\.0 KiB /m);
		user.press('channels-torrents-add');
		await until(() => world.downloads.has(infohash));
		world.events.emit('torrent_removed_from_channel', { infohash, dispersy_cid });
		await screen.hides(/^▌?Nightingale +2\.0 KiB /m);
		expect(extensionRequests(service)).toEqual([]);
	});
}

/** Services without channels. */
export function testHealthOnly(names: readonly string[]): void {
	test.each(names)('%s has no channels, but health: a user reads both', async (name) => {
		const { user, screen, service } = await openOn(name);
		user.press('pane-channels');
		for (const section of ['channels', 'torrents', 'playlists', 'feeds', 'items', 'search']) {
			user.press(`section-channels-${section}`);
			await screen.shows(channelsText.absent, channelsText.absentHint);
		}
		const requested = (part: string) => service.server.requests.filter((each) => each.includes(part)).length;
		const before = requested('/mychannel');

		user.press('channels-health');
		await screen.shows(healthFormText.title);
		user.paste(magnet);
		user.press('form-send');
		await screen.shows(swarmHealthText.title, swarmHealthText.totals('5', '2'));
		user.press('swarm-health-close');
		await screen.hides(swarmHealthText.title);
		const listed = requested('/downloads');
		await until(() => requested('/downloads') > listed + 2);
		expect(requested('/mychannel')).toBe(before);
		expect(extensionRequests(service)).toEqual([]);
	});
}
