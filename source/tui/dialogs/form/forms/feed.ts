import { bytes } from '../../../../format/bytes.ts';
import { readRate } from '../../../../format/read-rate.ts';
import { sanitize } from '../../../../format/sanitize.ts';
import { withoutSecrets } from '../../../../format/without-secrets.ts';
import type { FeedFilter } from '../../../../protocol/resources/channel.ts';
import { feedQueries } from '../../../../state/channels/channel-queries.ts';
import { rowsOf } from '../../../../state/channels/requested-rows.ts';
import type { State } from '../../../../state/core/state.ts';
import type { Form, FormTexts } from '../form.ts';

export const feedFormText = {
	title: 'Add a feed',
	about: 'New torrents of a feed are added to your channel.',
	address: 'type an address that begins with http:// or https://',
	adding: (url: string) => `Adding the feed ${url}`,
	added: (url: string) => `Added the feed ${url}.`,
} as const;

/** Adds a feed to the own channel. */
export const feedForm: Form<'feed'> = {
	title: () => feedFormText.title,
	answer: () => 'add it',
	about: () => [feedFormText.about],
	fields: [{ id: 'url', label: 'Address' }],
	read: ({ url = '' }, { channel }) => {
		if (!/^https?:\/\/./i.test(url) || !URL.canParse(url))
			return { field: 'url', fault: feedFormText.address };
		const shown = sanitize(withoutSecrets(url), 200);
		return {
			doing: feedFormText.adding(shown),
			done: feedFormText.added(shown),
			send: async (client) => (await client.addFeed({ params: { channelid: channel, feed_url: url } })).added,
			stale: feedQueries,
		};
	},
};

export const feedFilterText = {
	title: 'Download items of the feed',
	download: "yes or no: 'no' downloads nothing. The conditions below restrict 'yes'.",
	include: 'Words that a title must all have, in any case and sequence.',
	exclude: 'Words of which a title must have none.',
	size: 'A size such as 700 MiB or 1.5G; empty for no limit. Items without a known size are left out.',
	destination: "Absolute folder on the service's machine; empty for the usual one.",
	yesOrNo: "type 'yes' or 'no'",
	unused: "the conditions have no effect with 'no'; type 'yes', or clear them",
	notSize: 'not a size such as 700 MiB',
	order: (min: string) => `smaller than the minimum, ${min}`,
	relative: 'a folder begins with /',
	changing: (url: string) => `Changing the filter of ${url}`,
	on: (url: string) => `New items that match are downloaded: ${url}.`,
	off: (url: string) => `No items are downloaded: ${url}.`,
} as const;

const choices = ['yes', 'no'] as const;

/** Returns the texts of a filter. */
export function filterTexts(download: FeedFilter | null | undefined): FormTexts {
	if (!download) return { download: 'no' };
	const { include = '', exclude = '', min_size, max_size, destination = '' } = download;
	return {
		download: 'yes',
		include,
		exclude,
		min: sizeText(min_size),
		max: sizeText(max_size),
		destination,
	};
}

/** Returns a size that `readSize` reads as the same number. */
function sizeText(size: number | undefined): string {
	if (size === undefined) return '';
	const rounded = bytes(size);
	return readSize(rounded) === size ? rounded : `${size} B`;
}

/** Parses a size in bytes. Units are 1024-based. Undefined for other text. */
export function readSize(text: string): number | undefined {
	if (!/^\d+(?:[.,]\d+)? ?(?:[kmg](?:i?b)?|b)?$/i.test(text)) return undefined;
	return readRate(/\d$/.test(text) ? `${text}b` : text);
}

/** Sets which new items of a feed are downloaded. */
export const feedFilterForm: Form<'feed-filter'> = {
	title: () => feedFilterText.title,
	answer: () => 'set it',
	about: ({ url }) => [withoutSecrets(url)],
	fields: [
		{ id: 'download', label: 'Download', note: feedFilterText.download, only: choices },
		{ id: 'include', label: 'With words', note: feedFilterText.include },
		{ id: 'exclude', label: 'Without words', note: feedFilterText.exclude },
		{ id: 'min', label: 'Minimum size', note: feedFilterText.size },
		{ id: 'max', label: 'Maximum size', note: feedFilterText.size },
		{ id: 'destination', label: 'Destination', note: feedFilterText.destination },
	],
	choices: (field) => (field === 'download' ? choices : []),
	read: (texts, { channel, url }, state) => {
		const shown = sanitize(withoutSecrets(url), 100);
		const read = readFilter(texts);
		if (read !== null && 'fault' in read) return read;
		if (read === null && hasConditions(texts) && !isFiltered(state, channel, url))
			return { field: 'download', fault: feedFilterText.unused };
		return {
			doing: feedFilterText.changing(shown),
			done: read ? feedFilterText.on(shown) : feedFilterText.off(shown),
			send: async (client) => {
				const params = { channelid: channel, feed_url: url };
				return (await client.changeFeed({ params, body: { download: read } })).modified;
			},
			stale: feedQueries,
		};
	},
};

const hasConditions = ({ download: _, ...conditions }: FormTexts) =>
	Object.values(conditions).some((text) => text !== '');

/** Whether a feed has a filter, so that 'no' ends it. */
function isFiltered({ channels: { feeds } }: State, channel: string, url: string): boolean {
	return rowsOf(feeds, channel).list.some(({ item }) => item.url === url && Boolean(item.download));
}

/** Returns the typed filter; null for no downloads. */
function readFilter(
	texts: FormTexts,
): FeedFilter | null | { readonly field: string; readonly fault: string } {
	const { download = '', include = '', exclude = '', min = '', max = '', destination = '' } = texts;
	const answer = download.toLowerCase();
	if (answer === 'no') return null;
	if (answer !== 'yes') return { field: 'download', fault: feedFilterText.yesOrNo };
	const [least, most] = [readSize(min), readSize(max)];
	if (min !== '' && least === undefined) return { field: 'min', fault: feedFilterText.notSize };
	if (max !== '' && most === undefined) return { field: 'max', fault: feedFilterText.notSize };
	if (least !== undefined && most !== undefined && most < least)
		return { field: 'max', fault: feedFilterText.order(bytes(least)) };
	if (destination !== '' && !/^(\/|[a-z]:[\\/])/i.test(destination))
		return { field: 'destination', fault: feedFilterText.relative };
	return {
		...(include === '' ? {} : { include }),
		...(exclude === '' ? {} : { exclude }),
		...(least === undefined ? {} : { min_size: least }),
		...(most === undefined ? {} : { max_size: most }),
		...(destination === '' ? {} : { destination }),
	};
}
