import { unreadableText } from '../../source/metainfo/why-unreadable.ts';
import type { AddingMessage } from '../../source/state/adding/message.ts';
import type { Message } from '../../source/state/core/message.ts';
import type { State } from '../../source/state/core/state.ts';
import { update } from '../../source/tui/shell/update.ts';
import { makeTree } from '../fixtures/make-tree.ts';
import { hardNames } from './hard-names.ts';
import { names } from './names.ts';
import { downloads, screens } from './states.ts';

const place = { folder: '/home/me', home: '/home/me' };
const does = (what: AddingMessage): Message => ({ type: 'adding', what });
const hash = (digit: string) => digit.repeat(40);

/** Names in the scripts of several languages, with emoji sequences, and hostile ones. */
const mixed = [...Object.values(hardNames), 'plain name'];

function after(state: State | undefined, ...messages: readonly Message[]): State {
	if (!state) throw new Error('there is no such screen');
	return messages.reduce(update, state);
}

function torrentOf(named: readonly string[]) {
	const files = named.map((name, index) => ({
		index,
		name: `${index % 3 === 0 ? 'a folder/' : ''}${name}`,
		size: 7 ** index % 1e9,
	}));
	return { infohash: hash('9'), name: named[0] ?? '', tree: makeTree(files) };
}

const path = '/home/me/films.torrent';
const links = [
	...mixed.map(
		(name, index) =>
			`magnet:?xt=urn:btih:${hash(String.fromCharCode(97 + index))}&dn=${encodeURIComponent(name)}`,
	),
	`magnet:?xt=urn:btih:${downloads[2]?.infohash}`,
	'magnet:?xt=urn:btih:zz&dn=broken',
	'/elsewhere/on/the/disk/of/a/service/far/away/and/a/long/way/down.torrent',
	path,
	'https://tracker.example/get?id=1234567890',
];

const many = after(
	screens.downloads,
	does({ type: 'begin', text: links.join('\n'), place }),
	does({ type: 'torrent', path, torrent: { status: 'read', torrent: torrentOf(mixed) } }),
	does({
		type: 'torrent',
		path: '/elsewhere/on/the/disk/of/a/service/far/away/and/a/long/way/down.torrent',
		torrent: { status: 'failed', why: unreadableText.missing, absent: true },
	}),
);

export function browsing(named: readonly string[]): State {
	const entries = named.map((name, index) => ({
		name: index % 3 === 0 ? name : `${name}.torrent`,
		isFolder: index % 3 === 0,
		lower: name.toLowerCase(),
	}));
	return after(
		many,
		does({ type: 'browse' }),
		does({ type: 'folder', path: place.folder, folder: { status: 'read', entries } }),
		{ type: 'move', rows: 2 },
	);
}

export function choosing(named: readonly string[]): State {
	// The first folder but its first file.
	const change = { id: 0, included: false, nodes: new Int32Array([2, 3]), what: '' };
	return after(
		many,
		does({ type: 'torrent', path, torrent: { status: 'read', torrent: torrentOf(named) } }),
		does({ type: 'files', path }),
		does({ type: 'tree', what: { type: 'expand-all', open: true } }),
		does({ type: 'tree', what: { type: 'change', change } }),
		{ type: 'move', rows: 2 },
	);
}

/** Screens of adding, by name. */
export const addingScreens: Readonly<Record<string, State>> = {
	'many-sources': after(many, { type: 'move', rows: Number.POSITIVE_INFINITY }, { type: 'move', rows: -3 }),
	destination: after(
		many,
		does({ type: 'field', field: 'destination' }),
		{ type: 'type-text', text: '/srv/' },
		does({
			type: 'folder',
			path: '/srv/',
			folder: {
				status: 'read',
				entries: mixed.map((name) => ({ name, isFolder: true, lower: name.toLowerCase() })),
			},
		}),
		{ type: 'move', rows: 2 },
	),
	hops: after(many, does({ type: 'field', field: 'hops' }), { type: 'type-text', text: '2' }),
	browse: browsing(mixed),
	'browse-unreadable': after(
		many,
		does({ type: 'browse' }),
		does({ type: 'folder', path: place.folder, folder: { status: 'failed', why: 'permission denied' } }),
	),
	files: choosing(mixed),
};

/** The same with every name that is hard to draw. */
export const allNamesScreens: Readonly<Record<string, State>> = {
	browse: browsing(names),
	files: choosing(names),
	sources: after(
		screens.downloads,
		does({
			type: 'begin',
			text: names
				.map(
					(name, index) =>
						`magnet:?xt=urn:btih:${index.toString(16).padStart(40, '0')}&${new URLSearchParams({ dn: name })}`,
				)
				.join('\n'),
			place,
		}),
	),
};
