import Type from 'typebox';
import { endpointsOf } from '../endpoint.ts';
import {
	repairAddition,
	repairChange,
	repairDownloads,
	spellChange,
	spellDownloads,
} from '../repair/downloads.ts';
import { Checkpoints, Download } from '../resources/download.ts';
import { File } from '../resources/file.ts';
import { fileIndices, flag, integer, text } from './fields.ts';
import { ownSpeedLimit, seedingMinutes, seedingRatio } from './limits.ts';

const listFlags = {
	get_peers: flag('add the connected peers to each download; slow, request it only while it is shown'),
	get_pieces: flag('add the pieces map to each download; slow, request it only while it is shown'),
	get_files: flag('add the files to each download'),
	get_availability: flag('add the availability to each download; only services of 8.x require this flag'),
};

const label = text('label; empty for none. An unknown one is created (extension)');
/** The words are those of 8.4. */
const queueTarget = Type.Union(
	[
		Type.Enum(['queue_top', 'queue_up', 'queue_down', 'queue_bottom']),
		Type.Integer({ minimum: 0, maximum: 1_000_000 }),
	],
	{ description: 'place in the queue: a step, an end, or a number from 0' },
);
const needsLabels = { label: { extension: 'labels' } } as const;
const sequential = flag('request the pieces in their order, not the rarest first (extension)');
const needsSequential = { sequential: { extension: 'sequential' } } as const;
const filesOf = (priority: string) => fileIndices(`indices of files that get the priority ${priority}`);
const filePriorities = Type.Object(
	{ high: filesOf('high'), normal: filesOf('normal'), low: filesOf('low') },
	{ description: 'files with a changed priority; all others keep theirs (extension)' },
);

const treeStatuses = {
	400: 'path is missing or invalid',
	404: 'there is no such download, file or folder',
};
const treePath = (description: string) => Type.Object({ path: Type.String({ description, minLength: 1 }) });

const endpoint = endpointsOf({ resource: 'downloads', generations: 'AB' });
const endpointOfB = endpointsOf({ resource: 'downloads', generations: 'B' });

/** Interface, part 4.1. */
export const downloads = {
	listDownloads: endpoint('GET', '/downloads', {
		summary: 'List the downloads.',
		optional: false,
		query: Type.Object({
			...listFlags,
			infohash: text('only this download'),
			excluded: text('all but this download'),
			since: text(
				'only what changed since this revision of the list (extension). A download with `absent` has only the fields that changed, and in `absent` the names of those that it lost. Ignored with infohash, excluded, get_peers, get_pieces and get_files',
			),
		}),
		response: Type.Object({
			downloads: Type.Array(Download),
			// Absent in [A] and before 7.12: all downloads are then loaded.
			checkpoints: Type.Optional(Checkpoints),
		}),
		spell: spellDownloads,
		repair: repairDownloads,
	}),
	addDownload: endpoint('PUT', '/downloads', {
		summary: 'Start a download.',
		optional: false,
		query: Type.Object(listFlags),
		body: Type.Object({
			uri: Type.String({ description: 'path of a .torrent file, magnet link, or HTTP(S) URL', minLength: 1 }),
			anon_hops: integer(0, 'anonymity hops; 0 is a plain download'),
			safe_seeding: flag('seed only through hops'),
			destination: text('folder for the data'),
			selected_files: fileIndices(
				'indices of the selected files (default: all, or those of the magnet link)',
			),
			label,
			sequential,
			use_files: flag('use existing files, and replace data in them that is not of the torrent (extension)'),
		}),
		bodyNeeds: { ...needsLabels, ...needsSequential, use_files: { extension: 'use-files' } },
		upload: {
			contentType: 'application/x-bittorrent',
			description: 'the .torrent file itself; everything but uri then goes into the query',
			field: 'uri',
			for8: {
				contentType: 'applications/x-bittorrent',
				inFile: 'selected_files',
				withList: withSelectedFiles,
			},
		},
		response: Type.Object({ started: Type.Boolean(), infohash: Type.String() }),
		repairBody: repairAddition,
		statuses: { 400: 'a parameter is missing or invalid' },
	}),
	removeDownload: endpoint('DELETE', '/downloads/{infohash}', {
		summary: 'Remove a download, with or without its data.',
		optional: false,
		body: Type.Object({ remove_data: Type.Boolean({ description: 'also delete the data from the disk' }) }),
		response: Type.Object({ removed: Type.Boolean({ default: true }), infohash: Type.String() }),
		statuses: { 400: 'remove_data is missing', 404: 'there is no such download' },
	}),
	changeDownload: endpoint('PATCH', '/downloads/{infohash}', {
		summary:
			'Stop, resume or recheck a download, choose and prioritize its files, limit it, label it, rename it, or change its anonymity.',
		optional: false,
		body: Type.Object({
			state: Type.Optional(
				Type.Enum(['resume', 'stop', 'recheck', 'move_storage'], { description: 'action' }),
			),
			selected_files: fileIndices('indices of the selected files; an empty list selects all'),
			anon_hops: integer(0, 'must be the only parameter of the request'),
			max_download_speed: Type.Optional(ownSpeedLimit),
			max_upload_speed: Type.Optional(ownSpeedLimit),
			dest_dir: Type.Optional(
				Type.String({ minLength: 1, description: 'new folder for the data, with the action move_storage' }),
			),
			label,
			name: text('name to show; empty for that of the torrent (extension)'),
			queue_position: Type.Optional(queueTarget),
			seeding_ratio: Type.Optional(seedingRatio),
			seeding_minutes: Type.Optional(seedingMinutes),
			sequential,
			file_priorities: Type.Optional(filePriorities),
		}),
		// Services in the field move data by this request only.
		bodyNeeds: {
			...needsLabels,
			name: { extension: 'rename' },
			queue_position: { extension: 'queue', in8: true },
			seeding_ratio: { extension: 'seeding' },
			seeding_minutes: { extension: 'seeding' },
			...needsSequential,
			file_priorities: { extension: 'priorities' },
			dest_dir: { extension: 'move', in7: true, in8: true },
		},
		response: Type.Object({ modified: Type.Boolean({ default: true }), infohash: Type.String() }),
		spell: spellChange,
		repairBody: repairChange,
		statuses: { 400: 'a parameter is invalid or out of range', 404: 'there is no such download' },
	}),
	listFiles: endpoint('GET', '/downloads/{infohash}/files', {
		summary: 'List the files of a download.',
		optional: false,
		query: Type.Object({
			view_start_path: text('path after which the view begins'),
			view_size: integer(1, 'number of files in the view'),
		}),
		response: Type.Object({ files: Type.Array(File) }),
		statuses: { 404: 'there is no such download' },
	}),
	expandFiles: endpointOfB('GET', '/downloads/{infohash}/files/expand', {
		summary: 'Expand a folder in the tree of files.',
		query: treePath('folder to expand'),
		response: Type.Object({ path: Type.String() }),
		statuses: treeStatuses,
	}),
	collapseFiles: endpointOfB('GET', '/downloads/{infohash}/files/collapse', {
		summary: 'Collapse a folder in the tree of files.',
		query: treePath('folder to collapse'),
		response: Type.Object({ path: Type.Optional(Type.String()) }),
		statuses: treeStatuses,
	}),
	selectFiles: endpointOfB('GET', '/downloads/{infohash}/files/select', {
		summary: 'Select a file, or all files of a folder.',
		query: treePath('file or folder to select'),
		response: Type.Object({}),
		statuses: treeStatuses,
	}),
	deselectFiles: endpointOfB('GET', '/downloads/{infohash}/files/deselect', {
		summary: 'Deselect a file, or all files of a folder.',
		query: treePath('file or folder to deselect'),
		response: Type.Object({}),
		statuses: treeStatuses,
	}),
	streamFile: endpointOfB('GET', '/downloads/{infohash}/stream/{fileindex}', {
		summary: 'Read the content of a file, selected or not, while it is downloaded. Supports HTTP ranges.',
		content: 'bytes',
		statuses: {
			404: 'there is no such download or file',
			409: 'the file is incomplete and the download is stopped',
			416: 'the file has no such range',
		},
	}),
	getTorrent: endpoint('GET', '/downloads/{infohash}/torrent', {
		summary: 'Fetch the .torrent file of a download.',
		content: 'bytes',
		statuses: { 404: 'there is no such download, or its metadata is not known yet' },
	}),
} as const;

/**
 * Inserts the selected files into the root dictionary of a .torrent, where 8.x expect them in an upload. The info
 * dictionary and the infohash stay the same.
 */
function withSelectedFiles(torrent: Uint8Array, selected: readonly number[]): Uint8Array {
	const list = selected.map((index) => `i${index}e`).join('');
	// Real services ignore the order of keys, and refuse other types themselves.
	return torrent[0] === 0x64
		? Buffer.concat([Buffer.from(`d14:selected_filesl${list}e`), torrent.subarray(1)])
		: torrent;
}
