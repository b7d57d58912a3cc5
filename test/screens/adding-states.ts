import type { AddingMessage } from '../../source/state/adding/message.ts';
import type { Message } from '../../source/state/message.ts';
import type { State } from '../../source/state/state.ts';
import { update } from '../../source/state/update.ts';
import { names } from './names.ts';
import { downloads, screens } from './states.ts';

const place = { folder: '/home/me', home: '/home/me' };
const does = (what: AddingMessage): Message => ({ type: 'adding', what });
const hash = (digit: string) => digit.repeat(40);

/** Names in the scripts of several languages, with emoji sequences, and hostile ones. */
const mixed = [
	'数据备份：第一章（修订版）',
	'ملف باللغة العربية',
	'हिन्दी फ़ाइल का नाम',
	'👩‍👩‍👧 famille 🏳️‍🌈 🇩🇪',
	'evil \u001b[31mred\u001b[2J\u0007\r\n\u202egpj.exe',
	'plain name',
];

function after(state: State | undefined, ...messages: readonly Message[]): State {
	if (!state) throw new Error('there is no such screen');
	return messages.reduce(update, state);
}

function torrentOf(named: readonly string[]) {
	const files = named.map((name, index) => ({
		index,
		path: `${index % 3 === 0 ? 'a folder/' : ''}${name}`,
		size: 7 ** index % 1e9,
	}));
	return { infohash: hash('9'), name: named[0] ?? '', size: 3e9, files };
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
		torrent: { status: 'failed', why: 'there is no such file or folder', absent: true },
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
	return after(
		many,
		does({ type: 'torrent', path, torrent: { status: 'read', torrent: torrentOf(named) } }),
		does({ type: 'files', path }),
		does({ type: 'want', which: 'folder' }),
		{ type: 'move', rows: 2 },
	);
}

/** What adding shows, by name. */
export const addingScreens: Readonly<Record<string, State>> = {
	'many-sources': after(many, { type: 'move', rows: -3 }),
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
		does({ type: 'folder', path: place.folder, folder: { status: 'failed', why: 'you may not read it' } }),
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
