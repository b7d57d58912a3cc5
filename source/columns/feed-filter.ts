import { bytes } from '../format/bytes.ts';
import type { FeedFilter, RssFeed } from '../protocol/resources/channel.ts';
import { unknown } from './figures.ts';

const filterText = {
	all: 'all',
	none: 'none',
	without: (words: string) => `not ${words}`,
	atLeast: (size: string) => `at least ${size}`,
	atMost: (size: string) => `at most ${size}`,
	into: (folder: string) => `to ${folder}`,
} as const;

/** Returns the items of a feed that are downloaded, in words: 'none', 'all', or its conditions. Untrusted. */
export function downloadText(download: RssFeed['download']): string {
	if (download === undefined) return unknown;
	if (download === null) return filterText.none;
	const { destination } = download;
	const conditions = conditionsOf(download);
	const parts = conditions.length === 0 ? [filterText.all] : conditions;
	return [...parts, ...(destination ? [filterText.into(destination)] : [])].join(', ');
}

function conditionsOf({ include, exclude, min_size, max_size }: FeedFilter): readonly string[] {
	return [
		...(include ? [include] : []),
		...(exclude ? [filterText.without(exclude)] : []),
		...(min_size === undefined ? [] : [filterText.atLeast(bytes(min_size))]),
		...(max_size === undefined ? [] : [filterText.atMost(bytes(max_size))]),
	];
}
