import { nameOrInfohash } from '../../../format/download-name.ts';
import { sanitize } from '../../../format/sanitize.ts';
import { withoutSecrets } from '../../../format/without-secrets.ts';
import type { DialogProps, DialogSurface } from '../dialog.ts';
import { closeCommand, dialogCommands } from '../dialog-commands.ts';
import { Answers, Dialog, Gap, Paragraph } from '../kit/index.ts';

export const trackerRemoveText = {
	title: 'Remove a tracker',
	/** `url` has no passkey. */
	question: (url: string, name: string) => `Remove the tracker ${url} of ${name}?`,
	effect: 'It is not used again, even if the torrent names it.',
	doing: (name: string) => `Removing a tracker of ${name}`,
	done: (name: string) => `Tracker removed: ${name}`,
} as const;

/** The answers to the question before a tracker is removed. */
const trackerRemoveCommands = dialogCommands('tracker-remove', [
	{
		id: 'tracker-remove-do',
		keys: ['y', 'enter'],
		title: 'Remove it',
		hint: 'remove',
		confirms: true,
		run: ({ dispatch, writeAll }, dialog) => {
			dispatch({ type: 'close' });
			const { infohash, url } = dialog;
			const name = nameOrInfohash(dialog);
			const doing = trackerRemoveText.doing(name);
			writeAll({
				requests: [
					{
						send: (client) => client.trackers.remove(infohash, [url]),
						doing,
						infohash,
						isDoneIfMissing: true,
					},
				],
				doing,
				done: { level: 'info', text: trackerRemoveText.done(name), infohash },
				stale: ['downloads'],
			});
		},
	},
	closeCommand('tracker-remove-keep', ['escape', 'n', 'q'], 'Keep it', 'keep'),
]);

const WIDTH = 70;

/** Asks before a tracker is removed. */
function TrackerRemoveDialog({ dialog, state: _, ...screen }: DialogProps<'tracker-remove'>) {
	const url = sanitize(withoutSecrets(dialog.url), 200);
	const question = trackerRemoveText.question(url, sanitize(nameOrInfohash(dialog), 100));
	return (
		<Dialog title={trackerRemoveText.title} spoken={question} columns={WIDTH} screen={screen}>
			<Paragraph most={5}>{question}</Paragraph>
			<Paragraph token="faint">{trackerRemoveText.effect}</Paragraph>
			<Gap />
			<Answers commands={trackerRemoveCommands} isStacked />
		</Dialog>
	);
}

export const trackerRemoveDialog: DialogSurface<'tracker-remove'> = {
	kind: 'tracker-remove',
	title: 'Remove a tracker',
	commands: trackerRemoveCommands,
	showsKeys: true,
	view: TrackerRemoveDialog,
};
