import { inSlices } from '../../metainfo/slices.ts';
import type { EndpointQuery } from '../../protocol/endpoints/table.ts';
import type { Downloads } from '../downloads/downloads.ts';
import { listFiles } from '../downloads/files.ts';
import { givenNameOf } from '../downloads/given-name.ts';
import { type ListedDownload, newDownloadList, writeDownloads } from '../downloads/listed-download.ts';
import { renderDownload } from '../downloads/render.ts';
import { readSource, torrentSource } from '../downloads/source.ts';
import { HttpError, invalidParameter } from '../http/http-error.ts';
import { JsonBytes } from '../http/json-bytes.ts';
import type { Handlers } from '../http/route.ts';
import type { OwnService } from '../http-client/own-service.ts';
import type { Labels } from '../labels/labels.ts';
import type { DownloadRecord } from '../storage/record.ts';

interface AddingOptions {
	/** Destination when the request names none. */
	readonly defaultDestination: string;
	readonly labels: Labels;
	/** The service's own HTTP listener, which no URL may lead to. */
	readonly ownService: OwnService;
}

/** Handlers of the interface's part 4.1. */
export function downloadRoutes(
	downloads: Downloads,
	{ defaultDestination, labels, ownService }: AddingOptions,
) {
	const list = newDownloadList();
	return {
		async listDownloads({ query }) {
			const only = query.infohash?.toLowerCase();
			const excluded = query.excluded?.toLowerCase();
			const hasExtras = query.get_files || query.get_peers || query.get_pieces;
			downloads.updatePlaces();
			if (!hasExtras && only === undefined && excluded === undefined) {
				const listed = downloads.list().map((record) => listedOf(downloads, record));
				const text = await inSlices(writeDownloads(list.revise(listed, query.since), downloads.checkpoints));
				return new JsonBytes(Buffer.from(text));
			}
			const records = downloads
				.list()
				.filter(({ infohash }) => (only === undefined || infohash === only) && infohash !== excluded);
			return {
				downloads: await Promise.all(records.map((record) => render(downloads, record, query))),
				checkpoints: downloads.checkpoints,
			};
		},

		async addDownload({ body, upload }) {
			const hops = body.anon_hops ?? 0;
			if (hops > 0 && body.safe_seeding !== true) {
				throw invalidParameter(
					'An anonymous download needs safe seeding: send safe_seeding true with anon_hops.',
				);
			}
			const route = downloads.requireRoute(hops);
			const source = upload
				? await torrentSource(upload, 'The body')
				: await readSource(body.uri, { route, ownService });
			const label = body.label ?? '';
			const folder = body.destination || labels.find(label)?.destination || defaultDestination;
			const destination = await downloads.destinations.prepare(folder);
			const selected = body.selected_files && body.selected_files.length > 0 ? body.selected_files : null;
			const safeSeeding = body.safe_seeding ?? false;
			const sequential = body.sequential ?? false;
			const usesFiles = body.use_files ?? false;
			const record = await downloads.add({
				source,
				destination,
				hops,
				safeSeeding,
				selected,
				label,
				sequential,
				usesFiles,
			});
			return { started: true, infohash: record.infohash };
		},

		async removeDownload({ params, body }) {
			const record = downloads.get(params.infohash);
			await downloads.remove(record, body.remove_data);
			return { removed: true, infohash: record.infohash };
		},

		async changeDownload({ params, body }) {
			if (body.selected_files || body.file_priorities) await downloads.readAhead(params.infohash);
			const record = downloads.get(params.infohash);
			const givenName = body.name === undefined ? undefined : givenNameOf(body.name, record.name);
			const selected = body.selected_files?.length === 0 ? null : body.selected_files;
			downloads.checkChange(record, {
				selected,
				priorities: body.file_priorities,
				label: body.label,
				recheck: body.state === 'recheck',
			});
			if (body.state === 'move_storage') {
				if (body.dest_dir === undefined) throw invalidParameter('move_storage needs the parameter dest_dir.');
				await downloads.move(record, body.dest_dir);
			}
			if (body.anon_hops !== undefined) {
				if (Object.keys(body).length > 1) {
					throw invalidParameter('anon_hops must be the only parameter of the request.');
				}
				await downloads.changeHops(record, body.anon_hops);
			}
			const limits = limitsOf(body);
			if (limits) downloads.limit(record, limits);
			if (selected !== undefined) downloads.select(record, selected);
			if (body.file_priorities) downloads.prioritize(record, body.file_priorities);
			if (body.sequential !== undefined) downloads.setSequential(record, body.sequential);
			if (givenName !== undefined) downloads.rename(record, givenName);
			if (body.label !== undefined) downloads.label(record, body.label);
			if (body.seeding_ratio !== undefined || body.seeding_minutes !== undefined) {
				const {
					seeding_ratio: ratio = record.seedingRatio,
					seeding_minutes: minutes = record.seedingMinutes,
				} = body;
				downloads.limitSeeding(record, { ratio, minutes });
			}
			if (body.queue_position !== undefined) downloads.moveInQueue(record, body.queue_position);
			if (body.state === 'stop') downloads.stop(record);
			if (body.state === 'resume') downloads.resume(record);
			if (body.state === 'recheck') downloads.recheck(record);
			return { modified: true, infohash: record.infohash };
		},

		async moveDownload({ params, body }) {
			const record = downloads.get(params.infohash);
			await downloads.move(record, body.destination);
			return { moving: true, infohash: record.infohash };
		},

		async cancelMove({ params }) {
			const record = downloads.get(params.infohash);
			downloads.cancelMove(record);
			return { cancelled: true, infohash: record.infohash };
		},

		async getTorrent({ params, reply }) {
			await downloads.readAhead(params.infohash);
			const record = downloads.get(params.infohash);
			const bytes = downloads.torrent(record);
			if (bytes && !downloads.metainfo(record))
				throw new HttpError(500, 'MetainfoDamagedError', record.error);
			if (!bytes) {
				throw new HttpError(
					404,
					'MetadataMissingError',
					'The metadata of this download has not arrived yet.',
				);
			}
			reply.type('application/x-bittorrent');
			reply.header('content-disposition', `attachment; filename="${record.infohash}.torrent"`);
			return bytes;
		},
	} satisfies Partial<Handlers>;
}

function listedOf(downloads: Downloads, record: DownloadRecord): ListedDownload {
	return {
		record,
		live: downloads.live(record),
		buffered: downloads.buffered(record),
		move: downloads.moving(record),
	};
}

async function render(downloads: Downloads, record: DownloadRecord, query: EndpointQuery<'listDownloads'>) {
	if (query.get_files) await downloads.readAhead(record.infohash);
	return renderDownload(record, downloads.live(record), {
		files: query.get_files ? listFiles(downloads, record) : undefined,
		peers: query.get_peers ? await downloads.peers(record) : undefined,
		pieces: query.get_pieces,
		buffered: downloads.buffered(record),
		move: downloads.moving(record),
	});
}

/** Returns the requested limits; undefined if the request has none. */
function limitsOf(body: { max_download_speed?: number; max_upload_speed?: number }) {
	const { max_download_speed: down, max_upload_speed: up } = body;
	if (down === undefined && up === undefined) return undefined;
	return {
		...(down === undefined ? {} : { maxDownloadSpeed: down }),
		...(up === undefined ? {} : { maxUploadSpeed: up }),
	};
}
