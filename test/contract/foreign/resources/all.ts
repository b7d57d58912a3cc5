import type { Dialect } from '../dialect.ts';
import type { Route } from '../route.ts';
import type { World } from '../world/world.ts';
import { channelRoutes } from './channel.ts';
import { coreRoutes } from './core.ts';
import { debugRoutes } from './debug.ts';
import { downloadRoutes } from './downloads.ts';
import { engineRoutes } from './engine.ts';
import { entryRoutes } from './entries.ts';
import { feedRoutes } from './feeds.ts';
import { fileRoutes } from './files.ts';
import { healthRoutes } from './health.ts';
import { marketRoutes } from './market.ts';
import { playlistRoutes } from './playlists.ts';
import { settingsRoutes } from './settings.ts';
import { trackerRoutes } from './trackers.ts';

/** Returns the routes of a service of a dialect. */
export function routesOf(dialect: Dialect, world: World): Route[] {
	return [
		downloadRoutes,
		fileRoutes,
		trackerRoutes,
		channelRoutes,
		playlistRoutes,
		feedRoutes,
		marketRoutes,
		healthRoutes,
		entryRoutes,
		engineRoutes,
		debugRoutes,
		settingsRoutes,
		coreRoutes,
	].flatMap((routes) => routes(dialect, world));
}
