import type { Dialect } from '../dialect.ts';

export type Fields = Record<string, unknown>;

/** The settings of a service. They contain secrets. */
export interface ForeignSettings {
	[section: string]: Fields;
	api: Fields;
	libtorrent: Fields & { download_defaults: Fields };
	watch_folder: Fields;
}

/** Returns settings of which several differ from the defaults of a release. */
export function createSettings({ key, additionDefaults }: Dialect): ForeignSettings {
	return {
		api: { key, http_port: 20_107 },
		libtorrent: {
			port: 7_790,
			proxy_type: 2,
			proxy_server: '127.0.0.1:1080',
			proxy_auth: 'user:secret',
			socks_listen_ports: [0, 11_111, 11_112],
			max_download_rate: 0,
			max_upload_rate: 0,
			utp: true,
			download_defaults: {
				anonymity_enabled: additionDefaults.hops > 0,
				number_hops: additionDefaults.hops,
				safeseeding_enabled: additionDefaults.safeSeeding,
				saveas: '/srv/downloads',
				seeding_mode: 'forever',
				seeding_ratio: 2,
				seeding_time: 60,
			},
		},
		watch_folder: { enabled: true, directory: '/srv/watch' },
	};
}

/** Changes key by key, as 7.14 and 8.4 do. */
export function merge(existing: Fields, updates: Readonly<Fields>): void {
	for (const [name, value] of Object.entries(updates)) {
		const field = existing[name];
		if (isFields(field) && isFields(value)) merge(field, value);
		else existing[name] = value;
	}
}

/** Replaces each named section as a whole, as 8.0 to 8.2 do. */
export function replace(existing: Fields, updates: Readonly<Fields>): void {
	for (const [name, value] of Object.entries(updates)) existing[name] = value;
}

function isFields(value: unknown): value is Fields {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
