import '../../../../source/tui/terminal/full-color.ts';
import { expect, test } from 'vitest';
import type { State } from '../../../../source/state/core/state.ts';
import { createStore } from '../../../../source/state/core/store.ts';
import type { FilesSlice } from '../../../../source/state/files/files.ts';
import { pathOf } from '../../../../source/state/files/tree.ts';
import { fileRequestsText } from '../../../../source/tui/actions/file-requests.ts';
import { filesCommandsText } from '../../../../source/tui/panes/downloads/tabs/files/commands.ts';
import { filesTab } from '../../../../source/tui/panes/downloads/tabs/files/tab.tsx';
import { footerLines } from '../../../../source/tui/shell/footer.ts';
import { update } from '../../../../source/tui/shell/update.ts';
import { chooseTheme } from '../../../../source/tui/theme/choose-theme.ts';
import { withFiles } from '../../../screens/files-states.ts';
import { paintScreen } from '../../../screens/paint-screen.tsx';
import { presser } from '../../../screens/pressing.ts';

const names = ['a/one.flac', 'a/two.flac', 'b/three.flac', 'four.txt', 'five.txt'];
const listed = withFiles(
	names.map((name, index) => ({ name, index, size: 100, included: true, progress: 1 })),
);

/** Returns the state after keys. Requests stay pending. */
function pressed(state: State, ...keys: string[]): State {
	const store = createStore(state, update);
	presser(store, () => ({ columns: 80, rows: 24 }))(...keys);
	return store.get();
}

function selected({ details: { files } }: { readonly details: { readonly files: FilesSlice } }): string[] {
	const { tree, choice } = files.all ?? {};
	if (!tree || !choice) throw new Error('the files are not loaded');
	return [...tree.nodes.values()]
		.filter((node) => choice.selected[node] === 1)
		.map((node) => pathOf(tree, node))
		.sort();
}

const theme = chooseTheme({ NO_COLOR: '1' });
const keyLine = (state: State, columns = 80) =>
	footerLines(state, theme, columns)[1]
		?.replace(/\u001b\[[\d;]*m/g, '')
		.trimEnd();

test('three keys lead from all files to two of them', () => {
	// Folders come first.
	expect(selected(pressed(listed, 'G', '=', 'up', 'space'))).toEqual(['five.txt', 'four.txt']);
	const onFolder = pressed(listed, '=');
	expect(selected(onFolder)).toEqual(['a/one.flac', 'a/two.flac']);
	expect(selected(pressed(onFolder, 'A'))).toEqual(names.toSorted());
});

test('the key line names what space does, how to keep only this file, and how to select all', () => {
	expect(keyLine(listed)).toMatch(/ space skip {2}= only this {2}\? help$/);
	expect(keyLine(pressed(listed, 'G'))).toMatch(
		/ space skip {2}= only this {2}\/ filter files {2}\+ pattern {2}\? help$/,
	);
	expect(keyLine(listed)).not.toContain('A all');
	const only = pressed(listed, '=');
	expect(keyLine(only)).toMatch(/ A all {2}/);
	expect(keyLine(only)).not.toContain('only this');
	expect(keyLine(pressed(only, 'down'))).toMatch(/ space want {2}= only this {2}A all {2}/);
});

test('the palette finds the selection of no other file by its words', () => {
	for (const words of ['want none', 'these want', 'deselect all']) {
		const shown = pressed(listed, ':', ...[...words].map((key) => (key === ' ' ? 'space' : key)));
		expect(shown.dialogs.at(-1)?.kind).toBe('palette');
		expect(selected(pressed(shown, 'enter'))).toEqual(['a/one.flac', 'a/two.flac']);
	}
});

test('only the file under the cursor stays selected, also of files that the filter hides', () => {
	const filtered = pressed(listed, '/', 't', 'h', 'r', 'e', 'e', 'enter');
	expect(selected(pressed(filtered, '='))).toEqual(['b/three.flac']);
	const some = pressed(filtered, '=', 'backspace', '/', 't', 'w', 'o', 'enter', 'A');
	expect(selected(some)).toEqual(['a/two.flac', 'b/three.flac']);
});

test('the last selected file stays, and the refusal names the next step', () => {
	const only = pressed(listed, 'G', '=');
	const notice = (state: State) => state.journal.notice?.text;
	expect(notice(pressed(only, 'space'))).toBe(fileRequestsText.lastFile);
	expect(notice(pressed(only, '='))).toBe(filesCommandsText.isOnly);
	expect(notice(pressed(listed, 'A'))).toBe(filesCommandsText.allSelected);
});

test('the pattern dialog offers enter only for files that change', () => {
	const offers = (...keys: string[]) => {
		const screen = paintScreen(pressed(listed, ...keys), { columns: 80, rows: 24 });
		return screen.rows().some((row) => /│ enter +\w/.test(row));
	};
	expect(offers('-', '*', '.', 'z', 'i', 'p')).toBe(false);
	expect(offers('+', '*', '.', 't', 'x', 't')).toBe(false);
	expect(offers('-', '*', '.', 't', 'x', 't')).toBe(true);
});

test('the border says how many files are selected', () => {
	const note = (state: State) => filesTab.note(state);
	expect(note(listed)).toBe('5 of 5 files selected, 500 B of 500 B');
	expect(note(pressed(listed, '='))).toMatch(/^2 of 5 files selected, 200 B of 500 B/);
});
