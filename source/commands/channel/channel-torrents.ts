import { maybe, some } from '../declaration/arguments.ts';
import { flag } from '../declaration/options.ts';
import { yesOption } from '../output/confirm.ts';
import { jsonOption, printAnswer, printTable, tableOptions } from '../output/print.ts';
import { serviceCommand } from '../service-command/service-command.ts';
import { channelId, findChannel } from './which-channel.ts';

const NO_TORRENTS = 'The channel has no torrents.';

export const familyFilterOption = flag('--no-filter', 'without the family filter');

export const listTorrentsCommand = serviceCommand({
	name: 'torrents',
	endpoints: ['listChannelTorrents'],
	summary: 'list the torrents of your channel or another one',
	options: { filter: familyFilterOption, ...tableOptions },
	arguments: {
		channel: maybe('channel', 'id or its beginning, name or a part of it (default: your channel)', 'channel'),
	},
	async run({ channel, filter, json, header }, call) {
		const channelid =
			channel === undefined ? await channelId(call, undefined) : await findChannel(call, channel);
		const query = filter ? {} : { disable_filter: true };
		const answer = await call.client.listChannelTorrents({ params: { channelid }, query }, call.limits);
		if (json) await printAnswer('listChannelTorrents', answer);
		else {
			const { channelTorrentColumns } = await import('../../columns/channel.ts');
			await printTable(channelTorrentColumns, answer.torrents, { header, empty: NO_TORRENTS });
		}
	},
});

export const addTorrentsCommand = serviceCommand({
	name: 'add',
	endpoints: ['addChannelTorrent'],
	summary: 'publish torrents in your channel',
	description:
		'Adds torrents to your channel, which other services can read. Sources are read before anything is added. ' +
		'The service must be able to read paths and URLs too. Private torrents are refused.',
	examples: [
		['seedtop channel add debian ubuntu', 'two downloads'],
		['seedtop channel add x.torrent', 'a torrent file of the machine of the service'],
	],
	options: { json: jsonOption },
	arguments: {
		torrent: some(
			'torrent',
			'infohash; name of a download or a part of it; magnet link, URL or path of a .torrent file',
			'download',
		),
	},
	async run({ torrent, json }, call) {
		const { addTorrents } = await import('./publish.ts');
		return addTorrents(call, torrent, json);
	},
});

export const dropTorrentsCommand = serviceCommand({
	name: 'drop',
	endpoints: ['removeChannelTorrent'],
	summary: 'remove torrents from your channel and its playlists',
	description: 'Removes torrents from your channel. Downloads are not affected. Asks for confirmation.',
	options: { yes: yesOption, json: jsonOption },
	arguments: { torrent: some('torrent', 'infohash or its beginning, name or a part of it') },
	async run({ torrent, yes, json }, call) {
		const { dropTorrents } = await import('./publish.ts');
		return dropTorrents(call, torrent, yes, json);
	},
});
