import { textOf } from '../body.ts';
import type { Dialect } from '../dialect.ts';
import { ok, Refusal, type Request, type Route, route } from '../route.ts';
import type { ForeignChannel, ForeignPlaylist } from '../world/channel.ts';
import type { World } from '../world/world.ts';
import { channelOf } from './channel.ts';

const list = '/channels/discovered/{channelid}/playlists';
const one = `${list}/{playlistid}`;
const torrent = `${one}/{infohash}`;

export function playlistRoutes(dialect: Dialect, world: World): Route[] {
	if (!dialect.has.has('channels')) return [];
	const channel = ({ params }: Request) => channelOf(world, params.channelid);
	const playlist = (request: Request) => playlistOf(channel(request), request);
	return [
		route('GET', list, (request) => {
			const unfiltered = request.query.get('disable_filter') === '1';
			const playlists = channel(request).playlists.map((each) => ({
				...each,
				torrents: each.torrents.filter(({ category }) => unfiltered || category !== 'xxx'),
			}));
			return ok({ playlists });
		}),
		route('PUT', list, (request) => {
			const { playlists } = channel(request);
			const { name, description } = namesOf(request, 400);
			playlists.push({ id: playlists.length + 1, name, description, torrents: [] });
			return ok({ created: true });
		}),
		route('POST', one, (request) => {
			const changed = playlist(request);
			// The document has 404 here, releases 400 as for PUT.
			Object.assign(changed, namesOf(request, dialect.family === 'document' ? 404 : 400));
			return ok({ modified: true });
		}),
		route('DELETE', one, (request) => {
			const { playlists } = channel(request);
			playlists.splice(playlists.indexOf(playlist(request)), 1);
			return ok({ removed: true });
		}),
		route('PUT', torrent, (request) => {
			const { torrents } = playlist(request);
			const known = channel(request).torrents.find(({ infohash }) => infohash === request.params.infohash);
			if (!known) throw new Refusal(404, 'torrent not found in channel');
			if (torrents.includes(known)) throw new Refusal(409, 'this torrent is already in your playlist');
			torrents.push(known);
			return ok({ added: true });
		}),
		route('DELETE', torrent, (request) => {
			const { torrents } = playlist(request);
			const at = torrents.findIndex(({ infohash }) => infohash === request.params.infohash);
			if (at < 0) throw new Refusal(404, 'this torrent is not in your playlist');
			torrents.splice(at, 1);
			return ok({ removed: true });
		}),
	];
}

function playlistOf({ playlists }: ForeignChannel, { params }: Request): ForeignPlaylist {
	const found = playlists.find(({ id }) => String(id) === params.playlistid);
	if (!found) throw new Refusal(404, 'this playlist cannot be found');
	return found;
}

function namesOf(request: Request, missing: number): { name: string; description: string } {
	const fields = request.fields();
	const name = textOf(fields, 'name');
	const description = textOf(fields, 'description');
	if (!name) throw new Refusal(missing, 'name parameter missing');
	if (!description) throw new Refusal(missing, 'description parameter missing');
	return { name, description };
}
