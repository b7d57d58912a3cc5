import Type from 'typebox';
import { endpointsOf } from '../endpoint.ts';
import { repairImport } from '../repair/downloads.ts';
import { fileIndices, flag, text } from './fields.ts';

/** Maximum number of trackers of a torrent. */
const MAX_TRACKERS = 200;
/** Latest Unix time, s: the year 5138. */
const MAX_TIME = 100_000_000_000;

/** A torrent and a bitmap of its pieces in base64, percent-encoded characters of a form, and the other fields. */
const MAX_BODY_BYTES = 24 * 1024 * 1024;

const amount = (description: string) =>
	Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description }));

const time = (description: string) =>
	Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_TIME, description: `Unix time, s: ${description}` }));

const endpoint = endpointsOf({
	resource: 'downloads',
	generations: 'AB',
	extension: true,
	needs: { extension: 'import' },
});

/** Downloads of other clients. Not part of the interface. */
export const importing = {
	importDownload: endpoint('PUT', '/downloads/import', {
		summary:
			'Add a download of another client with its progress. Its data stays where it is. A sample of the claimed pieces is hashed when it starts.',
		maxBodyBytes: MAX_BODY_BYTES,
		body: Type.Object({
			torrent: Type.String({ minLength: 1, description: 'the .torrent file, base64' }),
			destination: Type.String({
				minLength: 1,
				description: 'absolute path of the folder that contains the data',
			}),
			pieces: text(
				'complete pieces: base64 of a bitmap, most significant bit first (default: unknown, so all data is hashed)',
			),
			state: Type.Optional(
				Type.Enum(['running', 'stopped'], { description: 'requested state (default: running)' }),
			),
			name: text('name to show (default: that of the torrent)'),
			label: text('label; it is created if it is new'),
			selected_files: fileIndices('indices of the selected files (default: all)'),
			trackers: Type.Optional(
				Type.Array(Type.String(), {
					maxItems: MAX_TRACKERS,
					description: 'announce URLs that replace those of the torrent; unusable ones are ignored',
				}),
			),
			total_down: amount('bytes received so far'),
			total_up: amount('bytes sent so far'),
			seeding_seconds: amount('time of seeding so far, seconds'),
			time_added: time('when it was added (default: now)'),
			time_finished: time('when it was complete'),
			max_download_speed: amount('bytes per second; 0 for no limit'),
			max_upload_speed: amount('bytes per second; 0 for no limit'),
			sequential: flag('request pieces in their order'),
			seeding_ratio: Type.Optional(
				Type.Number({ minimum: 0, description: 'ratio at which seeding ends; 0: never' }),
			),
			seeding_minutes: amount('minutes of seeding after which it ends; 0: never'),
		}),
		repairBody: repairImport,
		response: Type.Object({ imported: Type.Boolean(), infohash: Type.String() }),
		statuses: {
			400: 'a parameter is missing or invalid, or the torrent has other pieces or files',
			409: 'a removal deletes data there',
		},
	}),
} as const;
