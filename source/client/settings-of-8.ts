import { decode } from '../protocol/decode.ts';
import { type ChangesOf8, Settings8, type SettingsOf8 } from '../protocol/resources/settings.ts';
import type { CallOptions } from './http/requests.ts';
import type { PlainClient } from './plain-client.ts';
import { requestOf8 } from './shared-limits.ts';

/** Reads the settings of a service that is known to be of 8.x. */
export async function readSettingsOf8(client: PlainClient, call: CallOptions = {}): Promise<SettingsOf8> {
	const { libtorrent } = decode(Settings8, await requestOf8(client, 'GET', call)).value.settings;
	const { max_download_rate: download, max_upload_rate: upload, download_defaults: defaults } = libtorrent;
	// A negative limit is none.
	const limit = (rate: number | undefined) => (rate === undefined ? undefined : Math.max(0, rate));
	const { seeding_mode: mode, seeding_ratio: ratio, seeding_time: seconds } = defaults ?? {};
	return {
		limits: { download: limit(download), upload: limit(upload) },
		seeding: { mode, ratio, minutes: seconds === undefined ? undefined : seconds / 60 },
	};
}

/** Changes settings of a service that is known to be of 8.x. Returns those that it reports afterwards. */
export async function changeSettingsOf8(
	client: PlainClient,
	{ limits = {}, seeding = {} }: ChangesOf8,
	call: CallOptions = {},
): Promise<SettingsOf8> {
	const { mode, ratio, minutes } = seeding;
	const defaults = {
		...(mode === undefined ? {} : { seeding_mode: mode }),
		...(ratio === undefined ? {} : { seeding_ratio: ratio }),
		...(minutes === undefined ? {} : { seeding_time: minutes * 60 }),
	};
	// The service merges fields, so its other settings stay. It logs what it receives: no secret is sent back.
	const libtorrent = {
		...(limits.download === undefined ? {} : { max_download_rate: limits.download }),
		...(limits.upload === undefined ? {} : { max_upload_rate: limits.upload }),
		...(Object.keys(defaults).length === 0 ? {} : { download_defaults: defaults }),
	};
	await requestOf8(client, 'POST', call, JSON.stringify({ libtorrent }));
	return readSettingsOf8(client, call);
}
