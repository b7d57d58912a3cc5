import { bytes } from '../../../../../format/bytes.ts';
import { sanitize } from '../../../../../format/sanitize.ts';
import type { State } from '../../../../../state/core/state.ts';
import { topDialogOf } from '../../../../../state/dialogs/open-dialogs.ts';
import { lineText } from '../../../../../state/surfaces/line-edit.ts';
import { localErrorText } from '../../../../actions/local-error-text.ts';
import { closeCommand, dialogCommands, editCommands } from '../../../../dialogs/dialog-commands.ts';
import type { CommandContext } from '../../../../surfaces/command.ts';
import { countLines } from '../../sections/log/lines.ts';
import { parseTime } from '../../sections/log/parse-time.ts';
import type { LogPrompt } from '../../sections/log/prompt.ts';
import { savedLines } from '../../sections/log/saved-lines.ts';
import { newestTime, seekText } from '../../sections/log/seek.ts';
import { type LogSlice, log } from '../../sections/log/slice.ts';

export const logPromptText = {
	exists: 'This file exists. Type another name, or overwrite it.',
	noTime: "Not a time. Type '14:05', '2026-11-22 14:05', or '-10m' for 10 minutes before the newest line.",
	noTimes: 'The lines of this log have no times.',
	saved: (lines: number, path: string, size: number) =>
		`Saved ${lines} line${lines === 1 ? '' : 's'} of the log: ${sanitize(path, 400)} (${bytes(size)})`,
} as const;

const opened = (state: State) => topDialogOf(state, 'log-prompt');

/** Replaces the dialog, if it is still open. */
function change({ state, dispatch }: CommandContext, fields: Partial<LogPrompt>): void {
	const dialog = opened(state);
	if (!dialog) return;
	dispatch({ type: 'close' });
	dispatch({ type: 'open', dialog: { ...dialog, ...fields } });
}

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

function goToTime(context: CommandContext, { line }: LogPrompt): void {
	const slice = log.of(context.state);
	const newest = newestTime(slice);
	const time = newest === undefined ? undefined : parseTime(lineText(line), newest);
	if (time !== undefined) finish(context, { note: '', seek: { kind: 'time', time } });
	else change(context, { fault: newest === undefined ? logPromptText.noTimes : logPromptText.noTime });
}

function save(context: CommandContext, { line }: LogPrompt, overwrite: boolean): void {
	const slice = log.of(context.state);
	const name = `seedtop-${slice.process}.log`;
	change(context, { stage: 'saving', fault: '' });
	// After Escape, another prompt may be open when the file is written.
	const isOpen = () => {
		const top = opened(context.state);
		return top?.stage === 'saving' && top.line === line;
	};
	context.write({
		send: async (_, machine) => {
			try {
				const wanted = { path: lineText(line), name, overwrite, content: savedLines(slice) };
				const saving = await machine.saveText(wanted);
				if (saving.kind === 'exists') {
					if (isOpen()) change(context, { stage: 'exists' });
					return;
				}
				if (isOpen()) context.dispatch({ type: 'close' });
				const text = logPromptText.saved(countLines(slice.lines, slice.least), saving.path, saving.bytes);
				context.dispatch({ type: 'news', news: { level: 'success', text }, at: Date.now() });
			} catch (error) {
				const fault = localErrorText(error);
				// The dialog shows the error, if it is still open.
				const quiet = isOpen();
				if (quiet) change(context, { stage: 'typing', fault });
				const news = { level: 'error', doing: 'Saving the log', text: fault, quiet } as const;
				context.dispatch({ type: 'news', news, at: Date.now() });
			}
		},
		stale: [],
	});
}

/** Commands of the dialog that asks for a text, a time or a path; every other key types. */
export const logPromptCommands = dialogCommands('log-prompt', [
	{
		id: 'log-prompt-confirm',
		keys: ['enter'],
		title: 'Search the text, go to the time, or save the lines',
		hint: 'confirm',
		when: (_, { stage, purpose, line }) => {
			if (stage === 'saving') return 'It is being saved.';
			if (purpose === 'search') return true;
			return lineText(line).trim() === '' ? `There is no ${purpose === 'time' ? 'time' : 'path'} yet.` : true;
		},
		run: confirm,
	},
	{
		id: 'log-prompt-overwrite',
		keys: ['ctrl-o'],
		title: 'Overwrite the existing file',
		hint: 'overwrite it',
		when: (_, { stage }) => (stage === 'exists' ? true : 'There is nothing to overwrite.'),
		run: (context, prompt) => save(context, prompt, true),
	},
	closeCommand('log-prompt-leave', ['escape'], 'Cancel'),
	...editCommands('log-prompt'),
]);
