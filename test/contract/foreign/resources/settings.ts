import type { Dialect } from '../dialect.ts';
import { ok, type Route, route } from '../route.ts';
import { merge, replace } from '../world/settings.ts';
import type { World } from '../world/world.ts';

/** Settings of releases from 7.5 on. */
export function settingsRoutes(dialect: Dialect, { settings, loseSettings }: World): Route[] {
	if (dialect.family === 'document' || dialect.generation === 'A') return [];
	const change = dialect.settingsWrite === 'replace' ? replace : merge;
	return [
		route('GET', '/settings', () => ok({ settings })),
		route('POST', '/settings', (request) => {
			change(settings, request.fields());
			for (const name of loseSettings) delete settings.libtorrent[name];
			return ok({ modified: true });
		}),
	];
}
