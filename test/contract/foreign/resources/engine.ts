import type { Dialect } from '../dialect.ts';
import { Float } from '../python-json.ts';
import { ok, type Request, type Route, route } from '../route.ts';

/** Session and settings of the engine, under its name. A session that does not exist is empty. */
export function engineRoutes(dialect: Dialect): Route[] {
	const answer = (key: string, held: object) => (request: Request) => {
		const hop = Number(request.query.get('hop') ?? 0);
		return ok({ hop, [key]: hop === 0 ? held : {} });
	};
	return [
		route(
			'GET',
			`/${dialect.engine}/session`,
			answer(dialect.session, {
				'peer.error_peers': 0,
				'net.sent_bytes': 9_007_199_254_740_993n,
				rate: new Float(1),
			}),
		),
		route(
			'GET',
			`/${dialect.engine}/settings`,
			answer('settings', { user_agent: 'Foreign/1.0', listen_interfaces: '0.0.0.0:7790', enable_dht: true }),
		),
	];
}
