import { lineText } from '../../../../state/surfaces/line-edit.ts';
import { pathDialog } from '../../../dialogs/save/path-dialog.tsx';
import { saveFile } from '../../../dialogs/save/save-file.ts';
import type { CommandContext } from '../../../surfaces/command.ts';
import { countLines } from '../sections/log/lines.ts';
import { parseTime } from '../sections/log/parse-time.ts';
import type { LogPrompt } from '../sections/log/prompt.ts';
import { savedLines } from '../sections/log/saved-lines.ts';
import { newestTime, seekText } from '../sections/log/seek.ts';
import { type LogSlice, log } from '../sections/log/slice.ts';

export const logPromptText = {
	noTime: "Not a time. Type '14:05', '2026-11-22 14:05', or '-10m' for 10 minutes before the newest line.",
	noTimes: 'The lines of this log have no times.',
} as const;

export const logPromptTitles: Readonly<Record<LogPrompt['purpose'], readonly [title: string, lead: string]>> =
	{
		search: ['Search the log', 'Text of the line, in upper or lower case:'],
		time: ['Go to a time', "'14:05', or '-10m' before the newest line:"],
		save: ['Save the log', 'The loaded lines are saved as:'],
	};

function finish({ state, dispatch }: CommandContext, fields: Partial<LogSlice>): void {
	dispatch(log.message(state, fields));
	dispatch({ type: 'close' });
}

function confirm(context: CommandContext, prompt: LogPrompt): void {
	if (prompt.purpose === 'search') search(context, prompt);
	else if (prompt.purpose === 'time') goToTime(context, prompt);
	else save(context, prompt, false);
}

function search(context: CommandContext, { line }: LogPrompt): void {
	const slice = log.of(context.state);
	// Without a text, the last one is searched again.
	const text = lineText(line) || slice.search;
	const sought = { ...slice, search: text, seek: undefined, note: '' };
	const from = slice.cursor ?? slice.lines.end - 1;
	finish(context, text === '' ? sought : seekText(sought, -1, from));
}

function goToTime(context: CommandContext, prompt: LogPrompt): void {
	const newest = newestTime(log.of(context.state));
	const time = newest === undefined ? undefined : parseTime(lineText(prompt.line), newest);
	if (time !== undefined) {
		finish(context, { note: '', seek: { kind: 'time', time } });
		return;
	}
	const fault = newest === undefined ? logPromptText.noTimes : logPromptText.noTime;
	context.dispatch({ type: 'replace-dialog', dialog: { ...prompt, fault } });
}

function save(context: CommandContext, prompt: LogPrompt, overwrite: boolean): void {
	const slice = log.of(context.state);
	const lines = countLines(slice.lines, slice.least);
	saveFile(context, prompt, overwrite, {
		what: `${lines} line${lines === 1 ? '' : 's'} of the log`,
		doing: 'Saving the log',
		save: (machine, wanted) =>
			machine.saveText({ ...wanted, name: `seedtop-${slice.process}.log`, content: savedLines(slice) }),
	});
}

/** Asks for a text, a time, or the path of a file. */
export const logPromptDialog = pathDialog({
	kind: 'log-prompt',
	title: 'Search or save a log',
	columns: 72,
	faultToken: 'warning',
	heading: ({ purpose }) => {
		const [title, lead] = logPromptTitles[purpose];
		return { title, lead };
	},
	confirm: {
		title: 'Search the text, go to the time, or save the lines',
		hint: 'confirm',
		run: confirm,
	},
	overwrite: (context, prompt) => save(context, prompt, true),
	required: ({ purpose }) => (purpose === 'search' ? undefined : purpose === 'time' ? 'time' : 'path'),
});
