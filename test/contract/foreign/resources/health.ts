import type { Dialect } from '../dialect.ts';
import { type Answer, ok, Refusal, type Route, route } from '../route.ts';
import type { World } from '../world/world.ts';

/** Health of swarms. With nowait, the result follows as an event, twice. */
export function healthRoutes(dialect: Dialect, world: World): Route[] {
	return [
		route('GET', dialect.healthPath, ({ params, query }) => {
			const infohash = params.infohash ?? '';
			const timeout = query.get('timeout');
			if (timeout !== null && !/^\d+$/.test(timeout)) {
				throw new Refusal(400, 'Error processing timeout parameter: invalid literal for int()');
			}
			if (query.get('nowait') === '1' || dialect.health === 'checking') {
				// Listeners receive it twice.
				if (query.get('nowait') === '1')
					for (let times = 0; times < 2; times++) sendHealth(dialect, world, infohash);
				return ok({ checking: dialect.health === 'checking' ? true : dialect.nowait });
			}
			return results(dialect, infohash);
		}),
	];
}

function results(dialect: Dialect, infohash: string): Answer {
	const trackers = {
		DHT: { infohash, seeders: 3, leechers: 1 },
		'http://127.0.0.1:6969/announce': { infohash, seeders: 5, leechers: 2 },
		'udp://127.0.0.1:6970/announce': { error: 'Timeout' },
	};
	return ok(dialect.health === 'wrapped' ? { health: trackers } : trackers);
}

function sendHealth(dialect: Dialect, world: World, infohash: string): void {
	const payload = {
		infohash,
		num_seeders: 5,
		num_leechers: 2,
		last_tracker_check: 1_795_207_801,
		health: 'updated',
	};
	world.events.emit(dialect.healthEvent, payload, 'argument');
}
