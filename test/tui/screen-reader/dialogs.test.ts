import { expect, test } from 'vitest';
import { createStore } from '../../../source/state/core/store.ts';
import { DialogAnnouncer } from '../../../source/tui/screen-reader/dialog-announcer.ts';
import { dialogs } from '../../../source/tui/shell/dialogs.ts';
import { update } from '../../../source/tui/shell/update.ts';
import { allScreens } from '../../screens/all-screens.ts';
import { Recorder } from './recorder.ts';

const opened = [...allScreens({ columns: 80, rows: 24 })].filter(([, state]) => state.dialogs.length > 0);

/** Returns the words of the dialog on top. */
function wordsOf(state: (typeof opened)[number][1]): readonly string[] {
	const voice = new Recorder();
	new DialogAnnouncer(voice, () => {}).announce(createStore(state, update).get());
	return voice.take();
}

test.each(opened)(
	'the announced words of %s have no decoration, control characters or blank lines',
	(_, state) => {
		const words = wordsOf(state);
		expect(words.join('\n')).not.toMatch(/[↑↓←→●✗╭─│]|\[x\]|[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
		expect(words.filter((line) => line.trim() === '')).toEqual([]);
		expect(words[0]).toMatch(/[.?!]$/);
	},
);

test('every dialog is among the announced ones', () => {
	const kinds = new Set(opened.map(([, { dialogs: stack }]) => stack.at(-1)?.kind));
	expect(Object.keys(dialogs).filter((kind) => !kinds.has(kind as keyof typeof dialogs))).toEqual([]);
});
