import { describe, expect, test } from 'vitest';
import { decode } from '../../../source/protocol/decode.ts';
import { Download } from '../../../source/protocol/resources/download.ts';
import { type AddDialog, allSources, fieldText } from '../../../source/state/adding/adding.ts';
import { chosenIndices } from '../../../source/state/adding/choice.ts';
import type { LocalTorrent, Torrent } from '../../../source/state/adding/local-files.ts';
import { isOnThisMachine, localNeedsOf } from '../../../source/state/adding/local-needs.ts';
import type { AddingMessage } from '../../../source/state/adding/message.ts';
import { planOf } from '../../../source/state/adding/plan.ts';
import { suggestionsOf } from '../../../source/state/adding/suggestions.ts';
import type { Message } from '../../../source/state/message.ts';
import { initialState, type State } from '../../../source/state/state.ts';
import { update } from '../../../source/state/update.ts';

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
	const listed: Message = { type: 'downloads', answer: { downloads, checkpoints }, at: 0 };
	return [listed, ...messages].reduce(update, initialState(url, '', 0));
}

const here = (...messages: readonly Message[]) => reached('http://127.0.0.1:1', ...messages);

function dialogOf(state: State): AddDialog {
	const [dialog] = state.dialogs;
	if (dialog?.kind !== 'add') throw new Error('there is no dialog for adding');
	return dialog;
}

const fates = (state: State) => planOf(state, dialogOf(state)).map(({ fate }) => fate);
const uris = (state: State) => allSources(dialogOf(state)).map(({ uri }) => uri);

const torrent: Torrent = {
	infohash: hash('9'),
	name: 'nine',
	size: 60,
	files: [
		{ index: 0, path: 'a/x', size: 10 },
		{ index: 2, path: 'a/b/y', size: 20 },
		{ index: 3, path: 'z', size: 30 },
	],
};
const read = (path: string, local: LocalTorrent = { status: 'read', torrent }) =>
	does({ type: 'torrent', path, torrent: local });

describe('sources', () => {
	test('one that is pasted is a line that can be edited; several are lines of their own, each once', () => {
		let state = here(begin, does({ type: 'paste', text: `  ${magnet('a')}\n` }));
		expect(fieldText(dialogOf(state), 'sources')).toBe(magnet('a'));
		state = update(state, { type: 'edit-line', move: 'delete-to-start' });
		expect(uris(state)).toEqual([]);
		state = update(state, does({ type: 'paste', text: `${magnet('a')}\n${magnet('b')}` }));
		state = update(state, does({ type: 'paste', text: `${magnet('b')}\r${magnet('c')}` }));
		expect(uris(state)).toEqual(['a', 'b', 'c'].map(magnet));
		expect(dialogOf(state).line.characters).toEqual([]);
	});

	test('a path with blanks stays one, whatever text is around it', () => {
		expect(uris(here(begin, does({ type: 'paste', text: 'Look:\n~/my files/a.torrent' })))).toEqual([
			'/home/me/my files/a.torrent',
		]);
	});

	test('are told apart: to add, there already, wrong, being read', () => {
		const text = [magnet('a'), hash('2'), 'magnet:?x', '/x/y.torrent', 'http://h/t'].join('\n');
		let state = here(does({ type: 'begin', text, place }));
		expect(fates(state)).toEqual(['add', 'there', 'wrong', 'reading', 'add']);
		expect(planOf(state, dialogOf(state))[1]?.note).toBe('there already: number 2');
		state = update(state, read('/x/y.torrent'));
		expect(fates(state)[3]).toBe('add');
		state = update(state, read('/x/y.torrent', { status: 'failed', why: 'it is a folder', absent: false }));
		expect(fates(state)[3]).toBe('wrong');
		state = update(state, read('/x/y.torrent', { status: 'failed', why: 'no such file', absent: true }));
		expect(planOf(state, dialogOf(state))[3]).toMatchObject({
			fate: 'add',
			note: 'not on this machine: the service looks on its own',
		});
		const known = { ...torrent, infohash: hash('1') };
		state = update(state, read('/x/y.torrent', { status: 'read', torrent: known }));
		expect(fates(state)[3]).toBe('there');
	});

	test('the chosen one can be taken out, the typed one with its line', () => {
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
	test('keep what was typed into them', () => {
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

	test('hops go up and down within what can be asked for', () => {
		const to = (rows: number) =>
			dialogOf(here(begin, does({ type: 'field', field: 'hops' }), { type: 'move', rows })).hops;
		expect([to(-2), to(5), to(-50)]).toEqual([2, 0, 9]);
	});

	test('destinations in use are suggested, the one used most first, then folders of this machine', () => {
		const onDestination = [begin, does({ type: 'field', field: 'destination' })];
		const suggested = (state: State) => suggestionsOf(state, dialogOf(state));
		expect(suggested(here(...onDestination))).toEqual(['/srv/music', '/srv/films']);
		const typed = here(...onDestination, types('/srv/f'));
		expect(suggested(typed)).toEqual(['/srv/films']);
		expect(localNeedsOf(typed).folders).toEqual(['/srv']);
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
		// The disk of another machine is not this one.
		const elsewhere = reached('http://seedbox:1', ...onDestination, types('/srv/f'), folder);
		expect(suggested(elsewhere)).toEqual(['/srv/films']);
		expect(localNeedsOf(elsewhere).folders).toEqual([]);
	});
});

describe('files', () => {
	const path = '/x/nine.torrent';
	const opened = here(does({ type: 'begin', text: path, place }), read(path), does({ type: 'files', path }));
	const want = (which: 'one' | 'folder' | 'all' | 'none' | 'others') => does({ type: 'want', which });
	const chosen = (...messages: readonly Message[]) => {
		const choice = messages.reduce(update, opened).adding.choices.get(path);
		return choice && { ...choice, wanted: chosenIndices(torrent, choice) };
	};

	test('one, a folder with all below it, all, none and the others', () => {
		expect(chosen(want('one'))).toEqual({ wanted: [2, 3], count: 2, size: 50 });
		expect(chosen(want('folder'))).toEqual({ wanted: [3], count: 1, size: 30 });
		expect(chosen(want('folder'), want('folder'))).toEqual({ wanted: undefined, count: 3, size: 60 });
		expect(chosen({ type: 'move', rows: 1 }, want('folder'))).toMatchObject({ wanted: [0, 3] });
		expect(chosen({ type: 'move', rows: 9 }, want('folder'))).toMatchObject({ wanted: [], count: 0 });
		expect(chosen(want('none'), want('one'))).toMatchObject({ wanted: [0] });
		expect(chosen(want('one'), want('others'))).toMatchObject({ wanted: [0] });
		expect(chosen(want('none'), want('all'))).toMatchObject({ wanted: undefined });
	});

	test('are chosen for as long as something is added', () => {
		const none = [want('none'), { type: 'close' } as const].reduce(update, opened);
		expect(planOf(none, dialogOf(none))[0]).toMatchObject({
			fate: 'wrong',
			note: 'none of its files is wanted',
		});
		expect(update(none, { type: 'close' }).adding.choices.size).toBe(0);
	});
});

test('a service runs on this machine when its address says so', () => {
	const urls = [
		'http://localhost:1',
		'http://127.0.0.3',
		'http://[::1]:80/api',
		'http://127.evil.example',
		'x',
	];
	expect(urls.map(isOnThisMachine)).toEqual([true, true, true, false, false]);
});
