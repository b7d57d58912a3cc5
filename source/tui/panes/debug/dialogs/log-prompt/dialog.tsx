import { oneLine } from '../../../../../format/one-line.ts';
import { replaceTop } from '../../../../../state/dialogs/open-dialogs.ts';
import type { DialogProps, DialogSurface } from '../../../../dialogs/dialog.ts';
import { Answers, Dialog, Field, Line, Paragraph } from '../../../../dialogs/kit/index.ts';
import type { LogPrompt } from '../../sections/log/prompt.ts';
import { logPromptCommands, logPromptText } from './commands.ts';

export const logPromptTitles: Readonly<Record<LogPrompt['purpose'], readonly [title: string, lead: string]>> =
	{
		search: ['Search the log', 'Text of the line, in upper or lower case:'],
		time: ['Go to a time', "'14:05', or '-10m' before the newest line:"],
		save: ['Save the log', 'The loaded lines are saved as:'],
	};

/** Asks for a text, a time, or the path of a file. */
function LogPromptDialog({ dialog, state: _, ...screen }: DialogProps<'log-prompt'>) {
	const { purpose, line, fault, stage } = dialog;
	const [title, lead] = logPromptTitles[purpose];
	const text = stage === 'exists' ? logPromptText.exists : stage === 'saving' ? 'Saving…' : fault;
	const without = stage === 'exists' ? 'log-prompt-confirm' : 'log-prompt-overwrite';
	return (
		<Dialog title={title} columns={72} screen={screen}>
			<Line>{lead}</Line>
			<Field line={line} />
			{text === '' ? (
				<Line />
			) : (
				<Paragraph token={stage === 'saving' ? 'busy' : 'warning'} most={4} isLive>
					{oneLine(text, 400)}
				</Paragraph>
			)}
			<Answers commands={logPromptCommands} without={[without]} />
		</Dialog>
	);
}

export const logPromptDialog: DialogSurface<'log-prompt'> = {
	kind: 'log-prompt',
	title: 'Search or save a log',
	commands: logPromptCommands,
	showsKeys: true,
	field: {
		edit: (dialog, state, edit) =>
			dialog.stage === 'saving'
				? state
				: replaceTop(state, { ...dialog, line: edit(dialog.line), stage: 'typing', fault: '' }),
	},
	view: LogPromptDialog,
};
