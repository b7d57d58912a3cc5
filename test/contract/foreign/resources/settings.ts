import type { Dialect } from '../dialect.ts';
import { ok, type Route, route } from '../route.ts';

type Fields = Record<string, unknown>;

/** Settings of releases from 7.5 on. They contain secrets. A change is merged field by field. */
export function settingsRoutes(dialect: Dialect): Route[] {
	if (dialect.family === 'document' || dialect.generation === 'A') return [];
	const settings: Fields = {
		api: { key: dialect.key, http_port: 20_107 },
		libtorrent: {
			port: 7_790,
			proxy_auth: 'user:secret',
			max_download_rate: 0,
			max_upload_rate: 0,
			download_defaults: {
				number_hops: 1,
				seeding_mode: 'forever',
				seeding_ratio: 2,
				seeding_time: 60,
			},
		},
	};
	return [
		route('GET', '/settings', () => ok({ settings })),
		route('POST', '/settings', (request) => {
			merge(settings, request.fields());
			return ok({ modified: true });
		}),
	];
}

function merge(existing: Fields, updates: Readonly<Fields>): void {
	for (const [name, value] of Object.entries(updates)) {
		const field = existing[name];
		if (isFields(field) && isFields(value)) merge(field, value);
		else existing[name] = value;
	}
}

function isFields(value: unknown): value is Fields {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
