import { inSlices } from '../../metainfo/slices.ts';
import type { EndpointQuery } from '../../protocol/endpoints/table.ts';
import type { RequestedChange } from '../downloads/download-changes.ts';
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
	const { registry, changes } = downloads;
	const list = newDownloadList();
	return {
		async listDownloads({ query }) {
			const only = query.infohash?.toLowerCase();
			const excluded = query.excluded?.toLowerCase();
			const hasExtras = query.get_files || query.get_peers || query.get_pieces;
			downloads.queue.updatePlaces();
			if (!hasExtras && only === undefined && excluded === undefined) {
				const listed = [...registry.records].map((record) => listedOf(downloads, record));
				const text = await inSlices(writeDownloads(list.revise(listed, query.since), downloads.checkpoints));
				return new JsonBytes(Buffer.from(text));
			}
			const records = [...registry.records].filter(
				({ infohash }) => (only === undefined || infohash === only) && infohash !== excluded,
			);
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
			const route = downloads.controller.requireRoute(hops);
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
			const record = await downloads.additions.add({
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
			const record = registry.require(params.infohash);
			await changes.remove(record, body.remove_data);
			return { removed: true, infohash: record.infohash };
		},

		async changeDownload({ params, body }) {
			const record =
				body.selected_files || body.file_priorities
					? await registry.requireParsed(params.infohash)
					: registry.require(params.infohash);
			const change: RequestedChange = {
				maxDownloadSpeed: body.max_download_speed,
				maxUploadSpeed: body.max_upload_speed,
				selected: body.selected_files?.length === 0 ? null : body.selected_files,
				priorities: body.file_priorities,
				sequential: body.sequential,
				givenName: body.name === undefined ? undefined : givenNameOf(body.name, record.name),
				label: body.label,
				seedingRatio: body.seeding_ratio,
				seedingMinutes: body.seeding_minutes,
			};
			changes.check(record, change, body.state === 'recheck');
			if (body.state === 'move_storage') {
				if (body.dest_dir === undefined) throw invalidParameter('move_storage needs the parameter dest_dir.');
				await downloads.moves.start(record, body.dest_dir);
			}
			if (body.anon_hops !== undefined) {
				if (Object.keys(body).length > 1) {
					throw invalidParameter('anon_hops must be the only parameter of the request.');
				}
				await changes.changeHops(record, body.anon_hops);
			}
			changes.apply(record, change);
			if (body.queue_position !== undefined) downloads.queue.move(record, body.queue_position);
			if (body.state === 'stop') changes.stop(record);
			if (body.state === 'resume') changes.resume(record);
			if (body.state === 'recheck') changes.recheck(record);
			return { modified: true, infohash: record.infohash };
		},

		async moveDownload({ params, body }) {
			const record = registry.require(params.infohash);
			await downloads.moves.start(record, body.destination);
			return { moving: true, infohash: record.infohash };
		},

		async cancelMove({ params }) {
			const record = registry.require(params.infohash);
			downloads.moves.cancel(record);
			return { cancelled: true, infohash: record.infohash };
		},

		async getTorrent({ params, reply }) {
			const record = await registry.requireParsed(params.infohash);
			const bytes = registry.torrent(record.infohash);
			if (bytes && !registry.metainfo(record)) throw new HttpError(500, 'MetainfoDamagedError', record.error);
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
		live: downloads.registry.current(record.infohash),
		buffered: downloads.content.buffered(record),
		move: downloads.moves.progress(record),
	};
}

async function render(downloads: Downloads, record: DownloadRecord, query: EndpointQuery<'listDownloads'>) {
	if (query.get_files) await downloads.registry.readAhead(record);
	return renderDownload(record, downloads.registry.current(record.infohash), {
		files: query.get_files ? listFiles(downloads.registry, record) : undefined,
		peers: query.get_peers ? await downloads.controller.peers(record) : undefined,
		pieces: query.get_pieces,
		buffered: downloads.content.buffered(record),
		move: downloads.moves.progress(record),
	});
}
