import type { FeedFilter } from '../../protocol/resources/channel.ts';

/** Why an item that has all words is not downloaded. */
export const filterText = {
	unknownSize: 'Not downloaded: its size is unknown, and the filter has a limit.',
	tooSmall: 'Not downloaded: it is smaller than the filter allows.',
	tooLarge: 'Not downloaded: it is larger than the filter allows.',
} as const;

/** Whether a title has all words to include and none to exclude, in any case and sequence. */
export function titleMatches({ include = '', exclude = '' }: FeedFilter, title: string): boolean {
	const text = folded(title);
	return (
		wordsOf(include).every((word) => text.includes(word)) &&
		!wordsOf(exclude).some((word) => text.includes(word))
	);
}

/** Returns why the size in bytes is refused; undefined if it fits. */
export function sizeProblem(
	{ min_size, max_size }: FeedFilter,
	size: number | undefined,
): string | undefined {
	if (min_size === undefined && max_size === undefined) return undefined;
	if (size === undefined) return filterText.unknownSize;
	if (size < (min_size ?? 0)) return filterText.tooSmall;
	return size > (max_size ?? Number.POSITIVE_INFINITY) ? filterText.tooLarge : undefined;
}

function wordsOf(text: string): string[] {
	return folded(text)
		.split(/\s+/)
		.filter((word) => word !== '');
}

/** Composed and decomposed letters are equal. */
function folded(text: string): string {
	return text.normalize('NFC').toLowerCase();
}
