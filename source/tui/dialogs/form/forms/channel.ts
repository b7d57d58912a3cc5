import { shorten } from '../../../../format/cells.ts';
import { sanitize } from '../../../../format/sanitize.ts';
import { withoutSecrets } from '../../../../format/without-secrets.ts';
import { ANY_INFOHASH } from '../../../../protocol/endpoints/channel.ts';
import { type Source, sourceOf } from '../../../../state/adding/source.ts';
import { channelQueries, torrentQueries } from '../../../../state/channels/channel-queries.ts';
import type { Form, FormTexts } from '../form.ts';
import { descriptionFault, nameFault } from './names.ts';

export const channelFormText = {
	create: 'Create your channel',
	change: 'Change your channel',
	public: 'Other services see its name, its description and its torrents.',
	creating: 'Creating your channel',
	created: (name: string) => `Created your channel: ${name}.`,
	changing: 'Changing your channel',
	changed: (name: string) => `Changed your channel: ${name}.`,
} as const;

/** Creates or changes the own channel. */
export const channelForm: Form<'channel'> = {
	title: ({ isNew }) => (isNew ? channelFormText.create : channelFormText.change),
	answer: ({ isNew }) => (isNew ? 'create it' : 'change it'),
	about: () => [channelFormText.public],
	fields: [
		{ id: 'name', label: 'Name' },
		{ id: 'description', label: 'Description' },
	],
	read: ({ name = '', description = '' }: FormTexts, { isNew }) => {
		const fault = nameFault(name);
		if (fault !== undefined) return { field: 'name', fault };
		const tooLong = descriptionFault(description);
		if (tooLong !== undefined) return { field: 'description', fault: tooLong };
		const shown = sanitize(name, 100);
		return {
			doing: isNew ? channelFormText.creating : channelFormText.changing,
			done: isNew ? channelFormText.created(shown) : channelFormText.changed(shown),
			send: async (client) => {
				const body = { name, description };
				if (isNew) return (await client.createMyChannel({ body })).added;
				return (await client.changeMyChannel({ body })).modified;
			},
			stale: channelQueries,
		};
	},
};

export const channelTorrentText = {
	title: 'Add a torrent to your channel',
	note: "Magnet link, http(s) address, infohash, or the absolute path of a file on the service's machine.",
	none: 'type one',
	relative: 'a path begins with /',
	adding: (source: string) => `Adding ${source} to your channel`,
	added: (source: string) => `Added to your channel: ${source}.`,
} as const;

/** Adds a torrent to the own channel. */
export const channelTorrentForm: Form<'channel-torrent'> = {
	title: () => channelTorrentText.title,
	answer: () => 'add it',
	fields: [{ id: 'torrent', label: 'Torrent', note: channelTorrentText.note }],
	read: ({ torrent = '' }, { channel }) => {
		if (torrent === '') return { field: 'torrent', fault: channelTorrentText.none };
		const source = channelSource(torrent);
		if (source.kind === 'wrong') return { field: 'torrent', fault: source.why };
		const shown = shorten(sanitize(withoutSecrets(source.uri), 400), 60);
		const infohash = ('infohash' in source ? source.infohash : undefined) ?? ANY_INFOHASH;
		return {
			doing: channelTorrentText.adding(shown),
			done: channelTorrentText.added(shown),
			send: async (client) => {
				const body = source.kind === 'infohash' ? {} : { uri: source.uri };
				const params = { channelid: channel, infohash };
				return (await client.addChannelTorrent({ params, body })).added;
			},
			stale: torrentQueries,
		};
	},
};

/** Returns the source that a text names. Other text is a path on the service's machine. */
function channelSource(text: string): Source {
	const source = sourceOf(text);
	if (source) return source;
	return text.startsWith('/')
		? { kind: 'path', uri: text }
		: { kind: 'wrong', uri: text, why: channelTorrentText.relative };
}
