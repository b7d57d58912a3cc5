import Type from 'typebox';
import { endpointsOf } from '../endpoint.ts';
import { renamed } from '../repair/fields.ts';
import {
	ChannelOverview,
	ChannelTorrent,
	DiscoveredChannel,
	FeedFilter,
	FeedItem,
	Playlist,
	RssFeed,
} from '../resources/channel.ts';
import { flag, text } from './fields.ts';

/** GET /mychannel: {overview} in the interface, {mychannel} in releases. */
const repairOverview = renamed('mychannel', 'overview');

const naming = {
	name: Type.String({ description: 'name', minLength: 1 }),
	description: Type.String({ description: 'description' }),
};
/** In place of an infohash in requests that add a torrent by its URI: that of the torrent. */
export const ANY_INFOHASH = 'any';

const notHttp = 'the feed is no HTTP(S) URL';
const noChannel = 'there is no such channel';
const noPlaylist = 'there is no such channel or playlist';
const noTorrent = 'there is no such channel, playlist or torrent';
const noFeed = 'the channel does not have this feed';
const filtered = Type.Object({
	disable_filter: flag('without the family filter'),
});

const ofChannel = endpointsOf({ resource: 'channel', generations: 'A' });
const ofPlaylists = endpointsOf({ resource: 'playlists', generations: 'A' });
const ofRss = endpointsOf({ resource: 'rss', generations: 'A' });
const extension = endpointsOf({ resource: 'channel', generations: 'AB', extension: true });

/** Interface, part 4.2. `extension` marks rows of our own service. */
export const channel = {
	getMyChannel: ofChannel('GET', '/mychannel', {
		summary: 'Read the overview of your channel.',
		response: Type.Object({ overview: ChannelOverview }),
		repair: repairOverview,
		statuses: { 404: 'your channel has not been created yet' },
	}),
	changeMyChannel: ofChannel('POST', '/mychannel', {
		summary: 'Change the name or the description of your channel.',
		body: Type.Partial(Type.Object(naming)),
		response: Type.Object({ modified: Type.Boolean() }),
		statuses: {
			400: 'name and description are missing, or the name is and the service requires it',
			404: 'your channel has not been created yet',
		},
	}),
	addMyFeed: ofRss('PUT', '/mychannel/rssfeeds/{feed_url}', {
		generations: 'B',
		summary: 'Add an RSS feed to your channel.',
		response: Type.Object({ added: Type.Boolean() }),
		statuses: { 400: notHttp, 404: noChannel, 409: 'the feed already exists' },
	}),
	listPlaylists: ofPlaylists('GET', '/channels/discovered/{channelid}/playlists', {
		summary: 'List the playlists of a channel.',
		query: filtered,
		response: Type.Object({ playlists: Type.Array(Playlist) }),
		statuses: { 404: noChannel },
	}),
	createPlaylist: ofPlaylists('PUT', '/channels/discovered/{channelid}/playlists', {
		summary: 'Create an empty playlist.',
		body: Type.Object(naming),
		response: Type.Object({ created: Type.Boolean() }),
		statuses: { 400: 'name or description is missing', 404: noChannel },
	}),
	changePlaylist: ofPlaylists('POST', '/channels/discovered/{channelid}/playlists/{playlistid}', {
		summary: 'Change the name or the description of a playlist.',
		body: Type.Partial(Type.Object(naming)),
		response: Type.Object({ modified: Type.Boolean() }),
		statuses: {
			// Releases answer 400 in cases where the interface answers 404.
			400: 'name or description is missing',
			404: `${noPlaylist}, or name and description are missing`,
		},
	}),
	removePlaylist: ofPlaylists('DELETE', '/channels/discovered/{channelid}/playlists/{playlistid}', {
		summary: 'Remove a playlist.',
		response: Type.Object({ removed: Type.Boolean() }),
		statuses: { 404: noPlaylist },
	}),
	addToPlaylist: ofPlaylists('PUT', '/channels/discovered/{channelid}/playlists/{playlistid}/{infohash}', {
		summary: 'Add a torrent of the channel to a playlist.',
		response: Type.Object({ added: Type.Boolean() }),
		statuses: { 404: noTorrent, 409: 'the torrent is already in the playlist' },
	}),
	removeFromPlaylist: ofPlaylists(
		'DELETE',
		'/channels/discovered/{channelid}/playlists/{playlistid}/{infohash}',
		{
			summary: 'Remove a torrent from a playlist.',
			response: Type.Object({ removed: Type.Boolean() }),
			statuses: { 404: noTorrent },
		},
	),
	listFeeds: ofRss('GET', '/channels/discovered/{channelid}/rssfeeds', {
		summary: 'List the RSS feeds of a channel.',
		response: Type.Object({ rssfeeds: Type.Array(RssFeed) }),
		statuses: { 404: noChannel },
	}),
	addFeed: ofRss('PUT', '/channels/discovered/{channelid}/rssfeeds/{feed_url}', {
		summary: 'Add an RSS feed to a channel.',
		response: Type.Object({ added: Type.Boolean() }),
		statuses: { 400: notHttp, 404: noChannel, 409: 'the feed already exists' },
	}),
	removeFeed: ofRss('DELETE', '/channels/discovered/{channelid}/rssfeeds/{feed_url}', {
		summary: 'Remove an RSS feed from a channel.',
		response: Type.Object({ removed: Type.Boolean() }),
		statuses: { 404: noFeed },
	}),
	recheckFeeds: ofRss('POST', '/channels/discovered/{channelid}/recheckfeeds', {
		summary: 'Check all RSS feeds of a channel again.',
		response: Type.Object({ rechecked: Type.Boolean() }),
		statuses: { 404: noChannel },
	}),
	createMyChannel: extension('PUT', '/mychannel', {
		summary: 'Create your channel.',
		body: Type.Object({ name: naming.name, description: Type.Optional(naming.description) }),
		response: Type.Object({ added: Type.Boolean(), identifier: Type.Optional(Type.String()) }),
		statuses: { 400: 'the name is missing', 409: 'your channel already exists' },
	}),
	listChannels: extension('GET', '/channels/discovered', {
		summary: 'List your channel and the discovered ones.',
		query: filtered,
		response: Type.Object({ channels: Type.Array(DiscoveredChannel) }),
	}),
	listChannelTorrents: extension('GET', '/channels/discovered/{channelid}/torrents', {
		summary: 'List the torrents of a channel.',
		query: filtered,
		response: Type.Object({ torrents: Type.Array(ChannelTorrent) }),
		statuses: { 404: noChannel },
	}),
	addChannelTorrent: extension('PUT', '/channels/discovered/{channelid}/torrents/{infohash}', {
		summary:
			'Add a torrent to your channel: a download, a discovered torrent, or the one at a URI (infohash or any).',
		body: Type.Object({
			uri: text('path, magnet link or HTTP(S) URL of a torrent that is not a download'),
		}),
		response: Type.Object({ added: Type.Boolean() }),
		statuses: {
			400: 'the URI is of another torrent',
			404: 'there is no such channel or torrent',
			409: 'the torrent is already in the channel',
		},
	}),
	removeChannelTorrent: extension('DELETE', '/channels/discovered/{channelid}/torrents/{infohash}', {
		summary: 'Remove a torrent from your channel and its playlists.',
		response: Type.Object({ removed: Type.Boolean() }),
		statuses: { 404: 'there is no such channel or torrent' },
	}),
	changeFeed: extension('PATCH', '/channels/discovered/{channelid}/rssfeeds/{feed_url}', {
		resource: 'rss',
		summary: 'Set which new items of a feed are downloaded; null for none.',
		body: Type.Object({ download: Type.Union([FeedFilter, Type.Null()]) }),
		response: Type.Object({ modified: Type.Boolean() }),
		statuses: { 400: 'a size or the destination is invalid', 404: noFeed },
	}),
	listFeedItems: extension('GET', '/channels/discovered/{channelid}/rssfeeds/{feed_url}/items', {
		resource: 'rss',
		summary: 'List the known items of a feed, newest first, and what became of them.',
		response: Type.Object({ items: Type.Array(FeedItem) }),
		statuses: { 404: noFeed },
	}),
	search: extension('GET', '/search', {
		summary: 'Search channels and their torrents. The results follow as events.',
		query: Type.Object({
			q: Type.String({ description: 'words', minLength: 1, maxLength: 200 }),
			disable_filter: flag('without the family filter'),
		}),
		response: Type.Object({ queried: Type.Boolean() }),
		statuses: { 400: 'the words are missing' },
	}),
} as const;
