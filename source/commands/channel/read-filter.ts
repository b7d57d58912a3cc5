import { resolve } from 'node:path';
import { readRate } from '../../format/read-rate.ts';
import type { FeedFilter } from '../../protocol/resources/channel.ts';
import { usage } from '../declaration/failure.ts';

export const feedFilterText = {
	nothing: 'Specify a condition, --all or --off.',
	empty: (option: string) => `${option} must not be empty. Use --all to download all new items.`,
	contradiction: '--all and --off allow no conditions.',
	size: (option: string, given: string) => `${option} is a size such as 700M or 1.5G, not '${given}'.`,
	order: '--min-size is larger than --max-size.',
	failed: 'The service did not change the feed.',
	on: (feed: string) => `New items that match are downloaded: ${feed}`,
	off: (feed: string) => `No items are downloaded: ${feed}`,
} as const;

interface Conditions {
	readonly include: string | undefined;
	readonly exclude: string | undefined;
	readonly minSize: string | undefined;
	readonly maxSize: string | undefined;
	readonly destination: string | undefined;
	readonly all: boolean;
	readonly off: boolean;
}

/** Returns the filter of the options; null for none. Throws a failure of usage. */
export function filterOf({ all, off, ...conditions }: Conditions): FeedFilter | null {
	const { include, exclude, minSize, maxSize, destination } = conditions;
	const hasConditions = [include, exclude, minSize, maxSize].some((each) => each !== undefined);
	if (off || all) {
		if (hasConditions || (off && (all || destination !== undefined)))
			throw usage(feedFilterText.contradiction);
		if (off) return null;
	} else if (!hasConditions) throw usage(feedFilterText.nothing);
	for (const [option, given] of [
		['--include', include],
		['--exclude', exclude],
		['--destination', destination],
	] as const)
		if (given?.trim() === '') throw usage(feedFilterText.empty(option));
	const min = sizeOf('--min-size', minSize);
	const max = sizeOf('--max-size', maxSize);
	if (min !== undefined && max !== undefined && min > max) throw usage(feedFilterText.order);
	return {
		...(include === undefined ? {} : { include }),
		...(exclude === undefined ? {} : { exclude }),
		...(min === undefined ? {} : { min_size: min }),
		...(max === undefined ? {} : { max_size: max }),
		...(destination === undefined ? {} : { destination: resolve(destination) }),
	};
}

/** Parses a size with a unit. Units are 1024-based; a bare number is in bytes. */
function sizeOf(option: string, given: string | undefined): number | undefined {
	if (given === undefined) return undefined;
	const isSize = /^\d+(?:[.,]\d+)?\s?(?:[kmg](?:i?b)?|b)?$/i.test(given.trim());
	const size = isSize ? readRate(/\d$/.test(given.trim()) ? `${given.trim()}b` : given) : undefined;
	if (size === undefined) throw usage(feedFilterText.size(option, given));
	return size;
}
