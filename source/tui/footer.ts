import { oneLine } from '../format/one-line.ts';
import { current } from '../state/downloads.ts';
import type { JournalEntry } from '../state/journal.ts';
import type { State } from '../state/state.ts';
import { composeLine, type Segment } from './components/compose-line.ts';
import { entryText } from './components/entry-text.ts';
import { activeCommands, obstacle, showKey } from './keymap.ts';
import type { Theme, Token } from './theme/theme.ts';

const noticeTokens: Readonly<Record<JournalEntry['level'], Token>> = {
	info: 'normal',
	success: 'good',
	warning: 'warning',
	error: 'bad',
};

const noticeMarks: Readonly<Record<JournalEntry['level'], string>> = {
	info: 'i',
	success: '✓',
	warning: '!',
	error: '✗',
};

/** The two lines at the bottom: what there is to say, and what can be done here. */
export function footerLines(state: State, theme: Theme, columns: number): string[] {
	return [composeLine(theme, columns, sayings(state)), composeLine(theme, columns, hints(state))];
}

/** The newest notice; else why the service does not answer; else what is wrong with the download under the cursor. */
function sayings(state: State): Segment[] {
	const { notice } = state.journal;
	if (notice) {
		return [
			{
				text: `${noticeMarks[notice.level]} ${entryText(notice, 400)}`,
				token: noticeTokens[notice.level],
			},
		];
	}
	const { failure } = state.connection;
	if (failure) return [{ text: `✗ ${oneLine(failure.message, 400)} ${failure.hint}`, token: 'bad' }];
	const error = state.pane === 'downloads' ? (current(state.downloads)?.error ?? '') : '';
	return error === '' ? [] : [{ text: `✗ ${oneLine(error, 400)}`, token: 'bad' }];
}

function hints(state: State): Segment[] {
	return activeCommands(state)
		.filter((command) => command.hint !== undefined && obstacle(command, state) === undefined)
		.flatMap((command) => [
			{ text: showKey(command.keys[0] ?? ''), token: 'key' as const },
			{ text: ` ${command.hint}  ` },
		]);
}
