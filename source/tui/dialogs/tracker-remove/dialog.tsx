import { nameOrInfohash } from '../../../format/download-name.ts';
import { sanitize } from '../../../format/sanitize.ts';
import { withoutSecrets } from '../../../format/without-secrets.ts';
import type { DialogProps, DialogSurface } from '../dialog.ts';
import { Answers, Dialog, Gap, Paragraph } from '../kit/index.ts';
import { trackerRemoveCommands } from './commands.ts';
import { trackerRemoveText } from './texts.ts';

const WIDTH = 70;

/** Asks before a tracker is removed. */
export function TrackerRemoveDialog({ dialog, state: _, ...screen }: DialogProps<'tracker-remove'>) {
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
