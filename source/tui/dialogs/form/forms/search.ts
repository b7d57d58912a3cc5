import { sanitize } from '../../../../format/sanitize.ts';
import type { Form } from '../form.ts';

export const searchFormText = {
	title: 'Search channels and their torrents',
	none: 'type some',
	tooLong: 'at most 200 characters',
	searching: (words: string) => `Searching for ${words}`,
} as const;

const MAX_LENGTH = 200;

/** Searches channels. The results follow as events. */
export const searchForm: Form<'search'> = {
	title: () => searchFormText.title,
	answer: () => 'search',
	fields: [{ id: 'words', label: 'Words' }],
	read: ({ words = '' }, _, { channels }) => {
		if (words === '') return { field: 'words', fault: searchFormText.none };
		if (words.length > MAX_LENGTH) return { field: 'words', fault: searchFormText.tooLong };
		const query = { q: words, ...(channels.isUnfiltered ? { disable_filter: true } : {}) };
		return {
			doing: searchFormText.searching(sanitize(words, 100)),
			done: undefined,
			before: ({ state, dispatch }) => {
				dispatch({ type: 'channels', what: { type: 'search', query: words, at: Date.now() } });
				if (state.pane !== 'channels') dispatch({ type: 'pane', pane: 'channels' });
				dispatch({ type: 'section', pane: 'channels', section: 'channels-search' });
			},
			send: async (client) => (await client.search({ query })).queried,
			stale: [],
		};
	},
};
