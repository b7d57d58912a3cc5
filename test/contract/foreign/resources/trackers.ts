import { textOf } from '../body.ts';
import type { Dialect } from '../dialect.ts';
import { ok, Refusal, type Request, type Route, route } from '../route.ts';
import type { World } from '../world/world.ts';
import { downloadOf } from './downloads.ts';

/** Changes of trackers and announces to one, as in 8.x. An unknown tracker is no error. */
export function trackerRoutes(dialect: Dialect, world: World): Route[] {
	if (!dialect.has.has('trackers')) return [];
	const urlOf = (request: Request): string => {
		const url = textOf(request.fields(), 'url');
		if (url === undefined) throw new Refusal(400, 'url parameter missing');
		return url;
	};
	return [
		route('PUT', '/downloads/{infohash}/trackers', (request) => {
			downloadOf(world, request).trackers.push(urlOf(request));
			return ok({ added: true });
		}),
		route('DELETE', '/downloads/{infohash}/trackers', (request) => {
			const download = downloadOf(world, request);
			const url = urlOf(request);
			download.trackers = download.trackers.filter((each) => each !== url);
			return ok({ removed: true });
		}),
		route('PUT', '/downloads/{infohash}/tracker_force_announce', (request) => {
			downloadOf(world, request).announced.push(urlOf(request));
			return ok({ forced: true });
		}),
	];
}
