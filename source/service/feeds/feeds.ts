/** Failures of feeds, and lines of the log. */
export const feedText = {
	invalid: (url: string) => `The feed URL ${url} is no HTTP(S) URL.`,
	tooLong: (length: number) => `The feed URL is longer than ${length} characters.`,
	exists: (url: string) => `The channel already has the feed ${url}.`,
	unknown: (url: string) => `The channel does not have the feed ${url}.`,
	tooMany: (count: number) => `The channel has ${count} feeds, the maximum. Remove one first.`,
	sizes: 'The minimum size is larger than the maximum size.',
	longFilter: (length: number) => `The words of the filter have more than ${length} characters.`,
	checkFailed: (url: string, reason: string) => `The feed ${url} cannot be checked: ${reason}.`,
	recovered: (url: string) => `The feed ${url} can be checked again.`,
	notSaved: (url: string, reason: string) => `The check of the feed ${url} was not saved: ${reason}.`,
} as const;
