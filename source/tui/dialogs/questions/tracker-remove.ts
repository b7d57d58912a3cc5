import type { Client } from '../../../client/client.ts';
import { nameOrInfohash } from '../../../format/download-name.ts';
import { sanitize } from '../../../format/sanitize.ts';
import { withoutSecrets } from '../../../format/without-secrets.ts';
import { question } from './question.tsx';

declare module '../../../state/surfaces/dialogs.ts' {
	interface DialogKinds {
		/** Name and URL are untrusted. The URL may contain a passkey. */
		'tracker-remove': {
			readonly kind: 'tracker-remove';
			readonly infohash: string;
			readonly name: string;
			readonly url: string;
		};
	}
}

export const trackerRemoveText = {
	/** `url` has no passkey. */
	question: (url: string, name: string) => `Remove the tracker ${url} of ${name}?`,
	effect: 'It is not used again, even if the torrent names it.',
	doing: (name: string) => `Removing a tracker of ${name}`,
	done: (name: string) => `Tracker removed: ${name}`,
} as const;

export const trackerRemoveDialog = question('tracker-remove', {
	title: 'Remove a tracker',
	asks: (tracker) => {
		const url = sanitize(withoutSecrets(tracker.url), 200);
		return trackerRemoveText.question(url, sanitize(nameOrInfohash(tracker), 100));
	},
	effects: () => [{ children: trackerRemoveText.effect, token: 'faint' }],
	answers: [
		{
			id: 'tracker-remove-do',
			keys: ['y', 'enter'],
			title: 'Remove it',
			hint: 'remove',
			run: ({ writeAll }, tracker) => {
				const { infohash, url } = tracker;
				const name = nameOrInfohash(tracker);
				const doing = trackerRemoveText.doing(name);
				const send = (client: Client) => client.trackers.remove(infohash, [url]);
				writeAll({
					requests: [{ send, doing, infohash, isDoneIfMissing: true }],
					doing,
					done: { level: 'info', text: trackerRemoveText.done(name), infohash },
					stale: ['downloads'],
				});
			},
		},
	],
	keep: { id: 'tracker-remove-keep', title: 'Keep it', hint: 'keep' },
});
