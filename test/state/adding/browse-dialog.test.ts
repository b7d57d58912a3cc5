import { describe, expect, test } from 'vitest';
import { unreadableText } from '../../../source/metainfo/why-unreadable.ts';
import type { Folder } from '../../../source/state/adding/local-files.ts';
import { localQueriesOf } from '../../../source/state/adding/local-queries.ts';
import type { AddingMessage } from '../../../source/state/adding/message.ts';
import type { Message } from '../../../source/state/core/message.ts';
import { initialState, type State } from '../../../source/state/core/state.ts';
import { createStore } from '../../../source/state/core/store.ts';
import { openDialogOf } from '../../../source/state/dialogs/open-dialogs.ts';
import { lineText } from '../../../source/state/surfaces/line-edit.ts';
import { folderText } from '../../../source/tui/dialogs/browse/texts.ts';
import { update } from '../../../source/tui/shell/update.ts';
import { presser } from '../../screens/pressing.ts';

const place = { folder: '/home/me/films', home: '/home/me' };
const does = (what: AddingMessage): Message => ({ type: 'adding', what });
const reach = (state: State, ...messages: Message[]) => messages.reduce(update, state);
const begin = initialState('http://x', 'a test', 0);

/** Returns the dialog with a text in its line of sources, then browsing for a file. */
const browsing = (typed: string, ...more: Message[]) =>
	reach(
		begin,
		does({ type: 'begin', text: '', place }),
		{ type: 'type-text', text: typed },
		does({ type: 'browse' }),
		...more,
	);

const folder = (...names: string[]): Folder => ({
	status: 'read',
	entries: names.map((name) => ({ name, isFolder: !name.endsWith('.torrent'), lower: name.toLowerCase() })),
});
const missing: Folder = { status: 'failed', why: unreadableText.missing };
const read = (path: string, what: Folder) => does({ type: 'folder', path, folder: what });
const opened = (state: State) => {
	const dialog = openDialogOf(state, 'browse');
	if (!dialog) throw new Error('nothing is browsed');
	return { folder: dialog.folder, typed: lineText(dialog.line), on: dialog.view[dialog.chosen]?.name };
};

describe('browsing starts', () => {
	test.each([
		['', '/home/me/films', ''],
		['~', '/home/me', ''],
		['~/dl/', '/home/me/dl', ''],
		['~/dl/deb', '/home/me/dl', 'deb'],
		['/srv/films/one.torrent', '/srv/films', 'one.torrent'],
		['./sub/x', '/home/me/films/sub', 'x'],
		['sub/x', '/home/me/films/sub', 'x'],
		['..', '/home/me', ''],
		['magnet:?xt=urn:btih:aa/bb', '/home/me/films', ''],
		['https://host/a.torrent', '/home/me/films', ''],
	])('at the typed text: %j', (typed, path, name) => {
		expect(opened(browsing(typed))).toMatchObject({ folder: path, typed: name });
	});

	test('at the match of a prefix, and in a folder that is typed without its slash', () => {
		const found = browsing('~/dl/deb', read('/home/me/dl', folder('films', 'debian.torrent')));
		expect(opened(found)).toEqual({ folder: '/home/me/dl', typed: 'deb', on: 'debian.torrent' });
		const inside = browsing('~/dl', read('/home/me', folder('dl', 'dl-old')));
		expect(opened(inside)).toMatchObject({ folder: '/home/me/dl', typed: '' });
	});

	test('in a folder that is known from completion', () => {
		const known = reach(
			begin,
			does({ type: 'begin', text: '', place }),
			{ type: 'type-text', text: '~/dl' },
			read('/home/me', folder('dl', 'dl-old')),
			does({ type: 'browse' }),
		);
		expect(opened(known)).toMatchObject({ folder: '/home/me/dl', typed: '' });
	});

	test('in the nearest existing folder', () => {
		const inParent = browsing('/srv/films/new/x', read('/srv/films/new', missing));
		expect(opened(inParent).folder).toBe('/srv/films');
		const state = reach(inParent, read('/srv/films', missing), read('/srv', folder('music')));
		expect(opened(state)).toMatchObject({ folder: '/srv', typed: '' });
		// From then on an unreadable folder is reported.
		const refused: Folder = { status: 'failed', why: 'permission denied' };
		const shut = reach(
			state,
			does({ type: 'enter-folder', folder: '/srv/music' }),
			read('/srv/music', refused),
		);
		expect(opened(shut).folder).toBe('/srv/music');
		const dialog = openDialogOf(shut, 'browse');
		expect(dialog && folderText(shut, dialog)).toBe('Permission denied. ← goes to the parent folder.');
	});
});

test('a chosen file replaces the typed path', () => {
	const state = browsing('~/dl/deb', does({ type: 'take', path: '/home/me/dl/debian.torrent', stay: false }));
	const dialog = openDialogOf(state, 'add');
	expect(dialog?.addedSources.map(({ uri }) => uri)).toEqual(['/home/me/dl/debian.torrent']);
	expect(dialog?.typed).toEqual([]);
	expect(dialog && lineText(dialog.line)).toBe('');
});

describe('several files', () => {
	const dl = read('/home/me/dl', folder('one', 'a.torrent', 'b.torrent'));
	const takes = (name: string, stay: boolean) => does({ type: 'take', path: `/home/me/dl/${name}`, stay });
	const sources = (state: State) => openDialogOf(state, 'add')?.addedSources.map(({ uri }) => uri);
	const press = (state: State, ...keys: string[]) => {
		const store = createStore(state, update);
		presser(store, () => ({ columns: 80, rows: 24 }))(...keys);
		return store.get();
	};

	test('are selected and deselected with space, and the browser stays open', () => {
		const both = press(browsing('~/dl/', dl), 'down', 'down', 'space', 'down', 'space');
		expect(sources(both)).toEqual(['/home/me/dl/a.torrent', '/home/me/dl/b.torrent']);
		expect(opened(both)).toMatchObject({ on: 'b.torrent', typed: '' });
		expect(sources(press(both, 'space', 'up'))).toEqual(['/home/me/dl/a.torrent']);
		expect(sources(press(both, 'escape'))).toHaveLength(2);
		// Enter adds the file under the cursor, which is selected already.
		expect(sources(press(both, 'enter'))).toHaveLength(2);
		expect(openDialogOf(press(both, 'enter'), 'browse')).toBeUndefined();
	});

	test('are filtered by several words: a space after typed text continues it', () => {
		const typed = press(browsing('~/dl/', dl), 'a', 'space', 't');
		expect(opened(typed)).toMatchObject({ typed: 'a t', on: 'a.torrent' });
		expect(sources(typed)).toEqual([]);
		expect(sources(press(typed, 'down', 'space'))).toEqual(['/home/me/dl/a.torrent']);
	});

	test('are listed with their sizes near the cursor', () => {
		const paths = ['/home/me/dl/a.torrent', '/home/me/dl/b.torrent'];
		const state = browsing('~/dl/', dl);
		expect(localQueriesOf(state).sizes).toEqual(paths);
		const size = { bytes: 3 * 1024 ** 3, files: 2 };
		const sized = update(state, does({ type: 'size', path: '/home/me/dl/a.torrent', size }));
		expect(sized.adding.sizes.get('/home/me/dl/a.torrent')).toEqual(size);
		expect(reach(sized, { type: 'close' }, { type: 'close' }).adding.sizes.size).toBe(0);
		const many = read('/home/me/dl', folder(...Array.from({ length: 500 }, (_, at) => `${at}.torrent`)));
		expect(localQueriesOf(browsing('~/dl/', many)).sizes.length).toBeLessThan(50);
	});

	test('do not replace a complete source in the line of text', () => {
		const typed = (text: string) =>
			openDialogOf(reach(browsing(text, dl), takes('a.torrent', false)), 'add')?.line.characters.join('');
		expect(typed('~/dl/b.torrent')).toBe('~/dl/b.torrent');
		expect(typed('~/dl/*.torrent')).toBe('~/dl/*.torrent');
		expect(typed('~/dl/b')).toBe('');
	});
});

test('the visible part of the folder is stated briefly', () => {
	const hidden = folder('.config', '.cache', ...Array.from({ length: 1_238 }, (_, at) => `folder ${at}`));
	const state = browsing('', read('/home/me/films', hidden));
	const shownPart = (from: State) => {
		const dialog = openDialogOf(from, 'browse');
		return dialog ? folderText(from, dialog) : '';
	};
	expect(shownPart(state)).toBe('1238 of 1240 shown; ctrl-t shows the hidden ones.');
	const all = reach(state, does({ type: 'hidden' }));
	expect(shownPart(all)).toBe('1240 of 1240 with the hidden ones; ctrl-t hides them.');
	// The line has 56 cells on a screen of 60.
	for (const text of [shownPart(state), shownPart(all)]) expect(text.length).toBeLessThanOrEqual(56);
});
