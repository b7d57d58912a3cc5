import { expect } from 'vitest';
import type { Metainfo, MetainfoFile } from '../../../source/metainfo/metainfo.ts';
import type {
	ChannelContent,
	KnownHealth,
	TorrentEntry,
} from '../../../source/service/channels/channel-registry.ts';
import { type OpenedChannels, openChannels } from '../../../source/service/channels/open-channels.ts';
import type { DownloadedTorrents } from '../../../source/service/channels/private-entries.ts';
import type { Source } from '../../../source/service/downloads/source.ts';
import { openDatabase } from '../../../source/service/storage/database.ts';
import { atEnd } from '../../fixtures/cleanup.ts';
import { makeFolder } from '../../fixtures/folder.ts';

export interface TestChannels extends OpenedChannels {
	/** Emitted events. */
	readonly events: (readonly [name: string, payload: unknown])[];
	/** Reads them from the database again. */
	reopen(): TestChannels;
}

/** Opens channels in a folder of their own. */
export async function openTestChannels(
	health: KnownHealth = () => undefined,
	torrents: DownloadedTorrents = { isPrivate: async () => undefined, onMetadata: () => () => {} },
): Promise<TestChannels> {
	const stateFolder = await makeFolder();
	const database = openDatabase(stateFolder);
	// Thousands of changes do not wait for the disk.
	database.exec('PRAGMA synchronous = OFF');
	atEnd(() => database.close());
	const open = (): TestChannels => {
		const events: (readonly [string, unknown])[] = [];
		const opened = openChannels({
			stateFolder,
			database,
			emit: (name, payload) => events.push([name, payload]),
			health,
			torrents,
			log: () => {},
		});
		atEnd(opened.close);
		return { ...opened, events, reopen: open };
	};
	return open();
}

/** Opens channels with an own one. */
export async function openOwn(): Promise<TestChannels> {
	const opened = await openTestChannels();
	opened.service.create('Mine', 'things');
	return opened;
}

/** The refusal of more than a limit. */
export const limitError = expect.objectContaining({ status: 500, code: 'ChannelLimitError' });

/** Returns an infohash that ends with a number. */
export function infohashOf(number: number): string {
	return number.toString(16).padStart(40, '0');
}

/** Returns a magnet link as a source. */
export function magnetSource(number: number, name = `torrent ${number}`, trackers: string[] = []): Source {
	const infohash = infohashOf(number);
	const magnet = { infohash, name, trackers, webSeeds: [], peers: [], selection: null };
	return { kind: 'magnet', uri: `magnet:?xt=urn:btih:${infohash}`, magnet };
}

/** Returns a file of a torrent. */
export function fileOf(path: string): MetainfoFile {
	return { path, length: 1_000, offset: 0, diskPath: path, padding: false };
}

/** Returns a torrent with the given fields as a source. */
export function torrentSource(number: number, fields: Partial<Metainfo> = {}): Source {
	const metainfo: Metainfo = {
		infohash: infohashOf(number),
		name: `torrent ${number}`,
		pieceLength: 16_384,
		pieceCount: 1,
		length: 1_000,
		files: [fileOf('a.mkv')],
		trackers: [],
		webSeeds: [],
		private: false,
		isSingleFile: true,
		comment: '',
		createdBy: '',
		createdAt: 0,
		info: new Uint8Array(),
		pieceHashes: new Uint8Array(20),
		...fields,
	};
	return { kind: 'torrent', bytes: new Uint8Array(), metainfo };
}

/** Returns an entry of another channel. */
export function entry(number: number, fields: Partial<TorrentEntry> = {}): TorrentEntry {
	return {
		id: BigInt(number) + 2n ** 60n,
		infohash: infohashOf(number),
		name: `torrent ${number}`,
		size: 1_000,
		category: 'Video',
		status: 2,
		trackers: [],
		files: [{ name: 'a.mkv', size: 1_000 }],
		created: 1_700_000_000,
		feed: undefined,
		...fields,
	};
}

/** Returns a version of another channel. */
export function content(fields: Partial<ChannelContent> = {}): ChannelContent {
	return {
		name: 'Other',
		description: '',
		version: 1,
		created: 1_700_000_000,
		updated: 1_700_000_000,
		torrents: [],
		playlists: [],
		...fields,
	};
}
