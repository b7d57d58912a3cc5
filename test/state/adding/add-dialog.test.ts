import { describe, expect, test } from 'vitest';
import { unreadableText } from '../../../source/metainfo/why-unreadable.ts';
import { decode } from '../../../source/protocol/decode.ts';
import { Download } from '../../../source/protocol/resources/download.ts';
import { isOnThisMachine } from '../../../source/protocol/this-machine.ts';
import { type AddDialog, fieldText } from '../../../source/state/adding/adding.ts';
import { selectedIndices } from '../../../source/state/adding/choice.ts';
import { destinationStatusOf } from '../../../source/state/adding/destination.ts';
import type { LocalTorrent, Torrent } from '../../../source/state/adding/local-files.ts';
import { localQueriesOf } from '../../../source/state/adding/local-queries.ts';
import type { AddingMessage } from '../../../source/state/adding/message.ts';
import { planOf, planText } from '../../../source/state/adding/plan.ts';
import { patternFaults, sourcesOf } from '../../../source/state/adding/sources-of.ts';
import { suggestionsOf } from '../../../source/state/adding/suggestions.ts';
import type { Message } from '../../../source/state/core/message.ts';
import { initialState, type State } from '../../../source/state/core/state.ts';
import type { FilesMessage } from '../../../source/state/files/message.ts';
import { emptyLine } from '../../../source/state/surfaces/line-edit.ts';
import { update } from '../../../source/tui/shell/update.ts';
import { makeTree } from '../../fixtures/make-tree.ts';

const place = { folder: '/home/me/here', home: '/home/me' };
const hash = (digit: string) => digit.repeat(40);
const magnet = (digit: string) => `magnet:?xt=urn:btih:${hash(digit)}`;
const does = (what: AddingMessage): Message => ({ type: 'adding', what });
const types = (text: string): Message => ({ type: 'type-text', text });
const begin = does({ type: 'begin', text: '', place });

function reached(url: string, ...messages: readonly Message[]): State {
	const downloads = [
		['1', '/srv/films'],
		['2', '/srv/music'],
		['3', '/srv/music'],
	].map(
		([digit = '', destination]) =>
			decode(Download, { infohash: hash(digit), name: `number ${digit}`, destination }).value,
	);
	const checkpoints = { all_loaded: true, loaded: 3, total: 3 };
	const listed: Message = {
		type: 'answer',
		query: 'downloads',
		endpoint: 'listDownloads',
		answer: { downloads, checkpoints },
		at: 0,
	};
	return [listed, ...messages].reduce(update, initialState(url, '', 0));
}

const here = (...messages: readonly Message[]) => reached('http://127.0.0.1:1', ...messages);

function dialogOf(state: State): AddDialog {
	const [dialog] = state.dialogs;
	if (dialog?.kind !== 'add') throw new Error('there is no dialog for adding');
	return dialog;
}

const sourceStatuses = (state: State) => planOf(state, dialogOf(state)).map(({ status }) => status);
const uris = (state: State) => sourcesOf(state, dialogOf(state)).map(({ uri }) => uri);

const torrent: Torrent = {
	infohash: hash('9'),
	name: 'nine',
	tree: makeTree([
		{ index: 0, name: 'a/x', size: 10 },
		{ index: 2, name: 'a/b/y', size: 20 },
		{ index: 3, name: 'z', size: 30 },
	]),
};
const read = (path: string, local: LocalTorrent = { status: 'read', torrent }) =>
	does({ type: 'torrent', path, torrent: local });

describe('sources', () => {
	test('a single pasted one is editable; several are separate lines without duplicates', () => {
		let state = here(begin, does({ type: 'paste', text: `  ${magnet('a')}\n` }));
		expect(fieldText(dialogOf(state), 'sources')).toBe(magnet('a'));
		state = update(state, { type: 'edit-line', move: 'delete-to-start' });
		expect(uris(state)).toEqual([]);
		state = update(state, does({ type: 'paste', text: `${magnet('a')}\n${magnet('b')}` }));
		state = update(state, does({ type: 'paste', text: `${magnet('b')}\r${magnet('c')}` }));
		expect(uris(state)).toEqual(['a', 'b', 'c'].map(magnet));
		expect(dialogOf(state).line.characters).toEqual([]);
	});

	test('a path with blanks stays one, with any text around it', () => {
		expect(uris(here(begin, does({ type: 'paste', text: 'Look:\n~/my files/a.torrent' })))).toEqual([
			'/home/me/my files/a.torrent',
		]);
	});

	test('a pattern is expanded to the files that it matches, as soon as their folder is read', () => {
		const files = ['Debian-1.torrent', 'debian-2.torrent', 'debian-10.torrent', '.debian.torrent'];
		const entries = ['deb', ...files].map((name) => ({
			name,
			isFolder: name === 'deb',
			lower: name.toLowerCase(),
		}));
		const folder = does({ type: 'folder', path: '/x', folder: { status: 'read', entries } });
		const typed = (text: string, ...more: readonly Message[]) => here(begin, types(text), ...more);
		expect(localQueriesOf(typed('/x/*.torrent'))).toMatchObject({ folders: ['/x'], torrents: [] });
		expect(planOf(typed('/x/*'), dialogOf(typed('/x/*')))[0]).toMatchObject({ status: 'wrong' });
		const all = typed('/x/*.torrent', folder);
		expect(uris(all)).toEqual(files.slice(0, 3).map((name) => `/x/${name}`));
		expect(localQueriesOf(all).torrents).toEqual(uris(all));
		expect(sourceStatuses(all)).toEqual(['reading', 'reading', 'reading']);
		expect(uris(typed('/x/debian-?.torrent', folder))).toEqual(['/x/debian-2.torrent']);
		expect(uris(typed('/x/.*.torrent', folder))).toEqual(['/x/.debian.torrent']);
		// Files that are already chosen are not listed twice.
		const chosen = here(begin, does({ type: 'paste', text: '/x/Debian-1.torrent\n/y.torrent' }), folder);
		expect(uris(update(chosen, types('/x/D*.torrent')))).toHaveLength(3);
		expect(uris(update(chosen, types('/x/d*.torrent')))).toHaveLength(4);
		const none = typed('/x/z*.torrent', folder);
		expect(planOf(none, dialogOf(none))[0]?.note).toBe(patternFaults.noMatch);
		const waiting = typed('/x/z*.torrent');
		expect(planOf(waiting, dialogOf(waiting))[0]?.note).toBe(patternFaults.reading);
		const failed = does({ type: 'folder', path: '/x', folder: { status: 'failed', why: 'denied' } });
		const broken = typed('/x/*.torrent', failed);
		expect(planOf(broken, dialogOf(broken))[0]?.note).toBe(patternFaults.unreadable('denied'));
		// The pattern stays an editable line.
		expect(fieldText(dialogOf(all), 'sources')).toBe('/x/*.torrent');
	});

	test('are classified: to add, existing, invalid, being read', () => {
		const text = [magnet('a'), hash('2'), 'magnet:?x', '/x/y.torrent', 'http://h/t'].join('\n');
		let state = here(does({ type: 'begin', text, place }));
		expect(sourceStatuses(state)).toEqual(['add', 'there', 'wrong', 'reading', 'add']);
		expect(planOf(state, dialogOf(state))[1]?.note).toBe(planText.alreadyAdded('number 2'));
		state = update(state, read('/x/y.torrent'));
		expect(sourceStatuses(state)[3]).toBe('add');
		state = update(
			state,
			read('/x/y.torrent', { status: 'failed', why: unreadableText.folder, absent: false }),
		);
		expect(sourceStatuses(state)[3]).toBe('wrong');
		state = update(
			state,
			read('/x/y.torrent', { status: 'failed', why: unreadableText.missing, absent: true }),
		);
		expect(planOf(state, dialogOf(state))[3]).toMatchObject({
			status: 'add',
			note: planText.absent,
		});
		const known = { ...torrent, infohash: hash('1') };
		state = update(state, read('/x/y.torrent', { status: 'read', torrent: known }));
		expect(sourceStatuses(state)[3]).toBe('there');
	});

	test('the chosen one can be removed, the typed one with its line', () => {
		const three = [magnet('a'), magnet('b'), magnet('c')].join('\n');
		let state = here(does({ type: 'begin', text: three, place }), types(magnet('d')));
		expect(dialogOf(state).chosen).toBe(3);
		state = update(state, does({ type: 'drop' }));
		expect(uris(state)).toEqual(['a', 'b', 'c'].map(magnet));
		state = [{ type: 'move', rows: -1 } as const, does({ type: 'drop' })].reduce(update, state);
		expect(uris(state)).toEqual([magnet('a'), magnet('c')]);
		for (let left = 3; left > 0; left--) state = update(state, does({ type: 'drop' }));
		expect(uris(state)).toEqual([]);
	});
});

describe('fields', () => {
	test('keep their typed text', () => {
		const state = here(
			begin,
			types(magnet('a')),
			does({ type: 'field', field: 'destination' }),
			types('/srv/x'),
			does({ type: 'field', field: 'hops' }),
			types('abc2'),
			does({ type: 'field', field: 'safe-seeding' }),
			types(' '),
			does({ type: 'field', field: 'sources' }),
			types('&dn=more'),
		);
		const dialog = dialogOf(state);
		expect([fieldText(dialog, 'sources'), fieldText(dialog, 'destination')]).toEqual([
			`${magnet('a')}&dn=more`,
			'/srv/x',
		]);
		expect([dialog.hops, dialog.safeSeeding]).toEqual([2, true]);
	});

	test('hops stay within the valid range', () => {
		const to = (rows: number) =>
			dialogOf(here(begin, does({ type: 'field', field: 'hops' }), { type: 'move', rows })).hops;
		expect([to(-2), to(5), to(-50)]).toEqual([2, 0, 9]);
	});

	test('destinations in use are suggested by frequency, then folders of this machine', () => {
		const onDestination = [begin, does({ type: 'field', field: 'destination' })];
		const suggested = (state: State) => suggestionsOf(state, dialogOf(state));
		expect(suggested(here(...onDestination))).toEqual(['/srv/music', '/srv/films']);
		const typed = here(...onDestination, types('/srv/f'));
		expect(suggested(typed)).toEqual(['/srv/films']);
		expect(localQueriesOf(typed).folders).toEqual(['/srv']);
		const entries = ['fables', 'films', '.fonts', 'music'].map((name) => ({
			name,
			isFolder: true,
			lower: name,
		}));
		const folder = does({ type: 'folder', path: '/srv', folder: { status: 'read', entries } });
		const completed = update(typed, folder);
		expect(suggested(completed)).toEqual(['/srv/films', '/srv/fables']);
		const accepted = [{ type: 'move', rows: 2 } as const, does({ type: 'accept' })].reduce(update, completed);
		expect(fieldText(dialogOf(accepted), 'destination')).toBe('/srv/fables');
		// The service has another machine's disk.
		const elsewhere = reached('http://seedbox:1', ...onDestination, types('/srv/f'), folder);
		expect(suggested(elsewhere)).toEqual(['/srv/films']);
		expect(localQueriesOf(elsewhere).folders).toEqual([]);
	});
});

describe('tab', () => {
	const tab = does({ type: 'complete' });
	const folderOf = (path: string, ...names: readonly string[]) => {
		const entries = names.map((name) => {
			const isFolder = !name.endsWith('.torrent');
			return { name, isFolder, lower: name.toLowerCase() };
		});
		return does({ type: 'folder', path, folder: { status: 'read', entries } });
	};
	const onDestination = [begin, does({ type: 'field', field: 'destination' })];
	const at = (state: State) => {
		const dialog = dialogOf(state);
		return [dialog.field, dialog.line.characters.join('')];
	};

	test('completes the destination to the common prefix, then to the chosen one, then cycles', () => {
		let state = here(...onDestination, types('/tmp/d'), folderOf('/tmp', 'dlA', 'dlB', 'other'));
		state = update(state, tab);
		expect(at(state)).toEqual(['destination', '/tmp/dl']);
		// Half of a path is not left by mistake.
		expect(at(update(state, tab))).toEqual(['destination', '/tmp/dl']);
		expect(at([tab, tab].reduce(update, state))).toEqual(['hops', '']);
		const chosen = [{ type: 'move', rows: 2 } as const, tab].reduce(update, state);
		expect(at(chosen)).toEqual(['destination', '/tmp/dlB']);
		const on = update(chosen, tab);
		expect([at(on), fieldText(dialogOf(on), 'destination')]).toEqual([['hops', ''], '/tmp/dlB']);
		// A completely typed folder counts, even if other names begin with its name.
		const whole = here(...onDestination, types('/srv/music'), folderOf('/srv', 'music', 'music-live'), tab);
		expect(at(whole)).toEqual(['hops', '']);
		// If the service chooses, no destination is filled in.
		expect(at(here(...onDestination, tab))).toEqual(['hops', '']);
		expect(at(reached('http://seedbox:1', ...onDestination, types('/srv/f'), tab))).toEqual([
			'destination',
			'/srv/films',
		]);
	});

	test('completes the path of a .torrent; folders get a slash', () => {
		let state = here(begin, types('~/t'));
		expect(localQueriesOf(state).folders).toEqual(['/home/me']);
		state = [folderOf('/home/me', 'torrents', '.things', 'music'), tab].reduce(update, state);
		expect(at(state)).toEqual(['sources', '~/torrents/']);
		const names = ['Show.S01.torrent', 'Show.S02.torrent', 'my file.torrent'];
		state = [folderOf('/home/me/torrents', ...names), types('S'), tab].reduce(update, state);
		expect(at(state)).toEqual(['sources', '~/torrents/Show.S0']);
		state = [types('2'), tab].reduce(update, state);
		expect([at(state)[1], uris(state)]).toEqual([
			'~/torrents/Show.S02.torrent',
			['/home/me/torrents/Show.S02.torrent'],
		]);
		expect(at(update(state, tab))[0]).toBe('destination');
		expect(localQueriesOf(here(begin, types(magnet('a')))).folders).toEqual([]);
	});

	test('waits for a folder that is being read, unless another key is pressed meanwhile', () => {
		const folder = folderOf('/tmp', 'data');
		const waiting = here(...onDestination, types('/tmp/d'), tab);
		expect(at(waiting)).toEqual(['destination', '/tmp/d']);
		expect(at(update(waiting, folder))).toEqual(['destination', '/tmp/data']);
		expect(at(update(waiting, folderOf('/tmp', 'other')))).toEqual(['hops', '']);
		expect(at(update(waiting, tab))).toEqual(['hops', '']);
		expect(at([types('x'), folder].reduce(update, waiting))).toEqual(['destination', '/tmp/dx']);
		const failed = does({ type: 'folder', path: '/tmp', folder: { status: 'failed', why: 'no' } });
		expect(at(update(waiting, failed))).toEqual(['hops', '']);
	});

	test('a destination is in use, existing, new, or unknown from here', () => {
		const destinationStatus = (state: State) => destinationStatusOf(state, dialogOf(state));
		const folder = folderOf('/tmp', 'data');
		const missing = (path: string) =>
			does({ type: 'folder', path, folder: { status: 'failed', why: 'no', absent: true } });
		const of = (text: string, ...more: readonly Message[]) =>
			destinationStatus(here(...onDestination, types(text), folder, ...more));
		expect([of(''), of('/srv/films/'), of('/tmp/data'), of('/tmp/d')]).toEqual([
			undefined,
			'used',
			'there',
			'new',
		]);
		expect([of('/elsewhere/x'), of('/elsewhere/x', missing('/elsewhere'))]).toEqual([undefined, 'new']);
		// The mark stays when another field has the keys.
		expect(of('/tmp/d', does({ type: 'field', field: 'hops' }))).toBe('new');
		const far = (text: string) =>
			destinationStatus(reached('http://seedbox:1', ...onDestination, types(text), folder));
		expect([far('/srv/films'), far('/tmp/data')]).toEqual(['used', 'unused']);
	});
});

describe('browsing', () => {
	const entriesOf = (...names: readonly string[]) => ({
		status: 'read' as const,
		entries: names.map((name) => ({
			name,
			isFolder: !name.endsWith('.torrent'),
			lower: name.toLowerCase(),
		})),
	});
	const folder = (path: string, ...names: readonly string[]) =>
		does({ type: 'folder', path, folder: entriesOf(...names) });
	const browse = does({ type: 'browse' });
	const shown = (state: State) => {
		const top = state.dialogs.at(-1);
		if (top?.kind !== 'browse') throw new Error('there is no dialog for browsing');
		return { folder: top.folder, on: top.view[top.chosen]?.name, names: top.view.map(({ name }) => name) };
	};
	const typing = (text: string) => [...text].map(types);

	test('exact names come first, then names with the typed prefix', () => {
		const state = here(begin, browse, folder('/home/me/here', 'data', 'nest', 't', 'test', 'a t.torrent'));
		const names = ['..', 't', 'test', 'data', 'nest', 'a t.torrent'];
		expect(shown(update(state, types('t')))).toMatchObject({ on: 't', names });
		expect(shown(typing('te').reduce(update, state)).names).toEqual(['..', 'test']);
		const back = [...typing('te'), { type: 'edit-line', move: 'backspace' } as const].reduce(update, state);
		expect(shown(back).names).toEqual(names);
	});

	test('a typed path leads to its folder, and ~ to the home', () => {
		const state = here(begin, browse, folder('/home/me/here', 'sub'));
		const typed = [...typing('/tmp/p7/da'), folder('/tmp/p7', 'a.data', 'data')].reduce(update, state);
		expect(shown(typed)).toMatchObject({ folder: '/tmp/p7', on: 'data' });
		expect(shown(update(state, types('/tmp/p7/da')))).toMatchObject({ folder: '/tmp/p7' });
		const folders = ['~', '~/', '~/x/', 'sub/', '../', 'sub'].map(
			(text) => shown(typing(text).reduce(update, state)).folder,
		);
		expect(folders).toEqual([
			'/home/me',
			'/home/me',
			'/home/me/x',
			'/home/me/here/sub',
			'/home/me',
			'/home/me/here',
		]);
	});
});

describe('file selection', () => {
	const path = '/x/nine.torrent';
	const opened = here(does({ type: 'begin', text: path, place }), read(path), does({ type: 'files', path }));
	const tree = (what: FilesMessage) => does({ type: 'tree', what });
	/** Selects or deselects files by their numbers in the torrent. */
	const want = (is: boolean, ...indices: number[]) => {
		const nodes = Int32Array.from(indices, (index) => torrent.tree.nodes.get(index) ?? -1).sort();
		return tree({ type: 'change', change: { id: 0, included: is, nodes, what: '' } });
	};
	const chosen = (state: State) => {
		const { count, size } = planOf(state, dialogOf(state))[0]?.choice ?? {};
		const choice = planOf(state, dialogOf(state))[0]?.choice;
		return { count, size, wanted: choice && selectedIndices(choice) };
	};
	const chosenBy = (...messages: readonly Message[]) => messages.reduce(update, opened);

	test('deselected files are sent by their numbers; a full selection is left out', () => {
		expect(chosen(opened)).toEqual({ count: 3, size: 60, wanted: undefined });
		expect(chosen(chosenBy(want(false, 0)))).toEqual({ count: 2, size: 50, wanted: [2, 3] });
		expect(chosen(chosenBy(want(false, 0, 2)))).toEqual({ count: 1, size: 30, wanted: [3] });
		expect(chosen(chosenBy(want(false, 0, 2), want(true, 0, 2)))).toMatchObject({ wanted: undefined });
		expect(chosen(chosenBy(want(false, 0, 2, 3)))).toEqual({ count: 0, size: 0, wanted: [] });
	});

	test('applies at once and can be undone', () => {
		const files = chosenBy(want(false, 0)).adding.choices.get(path);
		expect(files?.all?.choice.changes).toEqual([]);
		expect(files?.undo.done).toMatchObject([{ included: true }]);
	});

	test('keeps its tree when the user returns to it', () => {
		const left = chosenBy(
			tree({ type: 'filter', filter: 'y' }),
			{ type: 'move', rows: 1 },
			want(false, 2),
			{ type: 'close' },
			does({ type: 'files', path }),
		).adding.choices.get(path);
		expect(left).toMatchObject({ filter: 'y', cursorAt: 1 });
		expect(left?.all?.figures.all.selectedFiles).toBe(2);
	});

	test('has its own filter and pattern, apart from those of the details', () => {
		const filtering = chosenBy(
			{ type: 'open', dialog: { kind: 'files-filter', line: emptyLine, before: '' } },
			types('a/'),
		);
		expect(filtering.details.files.filter).toBe('');
		expect(filtering.adding.choices.get(path)?.all?.filtered?.files).toBe(2);
		expect(update(filtering, { type: 'move', rows: 1 }).adding.choices.get(path)?.cursorAt).toBe(1);
		const found = { files: 0, changing: 0, bytes: 0 };
		const asking = chosenBy(
			{ type: 'open', dialog: { kind: 'files-pattern', included: false, line: emptyLine, found } },
			types('a/**'),
		);
		expect(asking.dialogs.at(-1)).toMatchObject({ found: { files: 2, changing: 2, bytes: 30 } });
	});

	test('lasts while the source is in the dialog', () => {
		const none = chosenBy(want(false, 0, 2, 3), { type: 'close' });
		expect(planOf(none, dialogOf(none))[0]).toMatchObject({
			status: 'wrong',
			note: planText.noFiles,
		});
		expect(update(none, { type: 'close' }).adding.choices.size).toBe(0);
	});
});

test('a service runs on this machine if its address is local', () => {
	const urls = [
		'http://localhost:1',
		'http://127.0.0.3',
		'http://[::1]:80/api',
		'http://127.evil.example',
		'x',
	];
	expect(urls.map(isOnThisMachine)).toEqual([true, true, true, false, false]);
});
