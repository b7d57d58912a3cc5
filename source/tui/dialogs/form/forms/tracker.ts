import { nameOrInfohash } from '../../../../format/download-name.ts';
import type { Form } from '../form.ts';

const MAX_URL_CHARACTERS = 2048;

export const trackerFormText = {
	addTitle: 'Add a tracker',
	changeTitle: 'Change a tracker',
	note: 'Announce URL: http, https, udp, ws or wss.',
	none: 'type or paste one',
	invalid: 'type an address such as udp://tracker.example:6969 or https://tracker.example/announce',
	long: `an address has at most ${MAX_URL_CHARACTERS} characters`,
	known: 'the download has it already',
	unchanged: 'it is the same URL',
	adding: (name: string) => `Adding a tracker to ${name}`,
	changing: (name: string) => `Changing a tracker of ${name}`,
	added: (name: string) => `Tracker added: ${name}`,
	addedToPrivate: (name: string) =>
		`Tracker added: ${name}. The torrent is private. Its own trackers may forbid others.`,
	changed: (name: string) => `Tracker changed: ${name}`,
} as const;

/** Adds a tracker to a download, or changes the URL of one. News do not repeat the URL, which may contain a passkey. */
export const trackerForm: Form<'tracker'> = {
	title: ({ url }) => (url === undefined ? trackerFormText.addTitle : trackerFormText.changeTitle),
	answer: ({ url }) => (url === undefined ? 'add it' : 'change it'),
	fields: [{ id: 'url', label: 'URL', note: trackerFormText.note }],
	about: (subject) => [nameOrInfohash(subject)],
	read: ({ url = '' }, { infohash, name: given, url: before }, { downloads }) => {
		const fault = (text: string) => ({ field: 'url', fault: text });
		if (url === '') return fault(trackerFormText.none);
		// Our own service checks the rest. Services of 8.x check nothing.
		if (!/^(https?|udp|wss?):/i.test(url) || !URL.canParse(url)) return fault(trackerFormText.invalid);
		if (url.length > MAX_URL_CHARACTERS) return fault(trackerFormText.long);
		if (url === before) return fault(trackerFormText.unchanged);
		const { trackers = [] } = downloads.list.find((each) => each.infohash === infohash) ?? {};
		if (trackers.some((each) => each.url === url)) return fault(trackerFormText.known);
		const name = nameOrInfohash({ infohash, name: given });
		if (before !== undefined) {
			return {
				doing: trackerFormText.changing(name),
				done: trackerFormText.changed(name),
				send: async (client) => {
					await client.trackers.replace(infohash, before, url);
					return true;
				},
				stale: ['downloads'],
			};
		}
		let isPrivate: boolean | undefined;
		return {
			doing: trackerFormText.adding(name),
			done: () => (isPrivate ? trackerFormText.addedToPrivate(name) : trackerFormText.added(name)),
			send: async (client) => {
				isPrivate = await client.trackers.add(infohash, [url]);
				return true;
			},
			stale: ['downloads'],
		};
	},
};
