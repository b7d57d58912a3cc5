import type { Dialect } from '../dialect.ts';
import { ok, type Route, route } from '../route.ts';
import type { World } from '../world/world.ts';

/** GET /state and GET /events. */
export function coreRoutes(dialect: Dialect, world: World): Route[] {
	const state = route('GET', '/state', () =>
		ok(
			world.starting
				? { state: 'STARTING', last_exception: null, readable_state: 'Upgrading Tribler…' }
				: { state: 'STARTED', last_exception: null, readable_state: 'Started' },
		),
	);
	const events = route('GET', '/events', () => ({
		hold: (response) => world.events.open(response, greeting(dialect, world)),
	}));
	return dialect.has.has('state') ? [state, events] : [events];
}

/** Returns the first event of a stream. */
function greeting(dialect: Dialect, world: World): [string, unknown][] {
	const { version } = dialect;
	switch (dialect.framing) {
		case 'topic':
			return [['events_start', { public_key: 'd6'.repeat(32), version }]];
		case 'event':
			return [['events_start', { public_key: 'd6'.repeat(32), version, sessions: '1' }]];
		default:
			return [['events_start', { tribler_started: !world.starting, version }]];
	}
}
